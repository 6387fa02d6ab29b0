package bub.lobby;

import bub.lobby.store.LobbyStore;
import bub.lobby.store.StoredAgent;
import bub.lobby.store.StoredAgent.StoredOffer;
import bub.protocol.Address;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.CallDelivery;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.Registration;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.Services;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lobby with its registry in memory and its texts on disk. Hub thread only. */
public final class AgentLobby implements Lobby {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLobby.class);
  private static final Duration ROUND = Duration.ofMinutes(1);
  private static final Duration PROBE = Duration.ofSeconds(1);

  private final LobbySettings settings;
  private final Set<Address> addresses;
  private final InstantSource clock;
  private final LobbyStore store;
  private final Registry registry;
  private final ContractChecks checks;
  private final AgentTokens tokens;
  private final AgentTurns turns = new AgentTurns();
  private final RegistrationSharing sharing;
  private final Registrations registrations;
  private final RegistryReplica replica;
  private final AgentDirectory directory;
  private final CallRouter calls;
  private final Executor hubThread;
  private final Predicate<Address> isConnected;
  private final Duration seenRhythm;
  private Instant nextRound;
  private Instant nextProbe;

  /**
   * Surroundings of a lobby.
   *
   * @param isConnected true for peers of any node
   * @param isLocal true for peers of this node
   */
  public record Environment(
      InstantSource clock,
      Supplier<UUID> randomIds,
      Executor hubThread,
      Predicate<Address> isConnected,
      Predicate<Address> isLocal,
      SharedRegistry shared) {

    /** Surroundings on a bus that has no other nodes. */
    public Environment(
        InstantSource clock,
        Supplier<UUID> randomIds,
        Executor hubThread,
        Predicate<Address> isConnected) {
      this(clock, randomIds, hubThread, isConnected, _ -> true, SingleRegistry.ALONE);
    }
  }

  private AgentLobby(LobbySettings settings, LobbyStore store, Environment environment)
      throws IOException {
    this.settings = settings;
    this.addresses = settings.addresses();
    this.clock = environment.clock();
    this.store = store;
    this.hubThread = environment.hubThread();
    this.isConnected = environment.isConnected();
    this.seenRhythm = settings.retention().dividedBy(30);
    this.registry = new Registry(environment.isLocal());
    this.nextRound = clock.instant().plus(ROUND);
    this.nextProbe = clock.instant().plus(PROBE);
    tokens = new AgentTokens(environment.randomIds());
    checks = new ContractChecks(store, environment.hubThread());
    directory = new AgentDirectory(registry, store, clock, environment.hubThread());
    calls = new CallRouter(registry, checks, settings.timeout());
    sharing = new RegistrationSharing(environment.shared(), store, environment.hubThread());
    registrations =
        new Registrations(
            registry,
            store,
            checks,
            tokens,
            clock,
            environment.hubThread(),
            isConnected,
            turns,
            sharing,
            store.load(this::remember),
            settings.maxBytes());
    replica =
        new RegistryReplica(
            registry,
            store,
            checks,
            turns,
            sharing,
            environment.hubThread(),
            isConnected,
            registrations::nextOfferId);
    environment.shared().follow(replica);
    checks.warmUp();
  }

  /** Loads the agents in the store; {@code close} also closes the store. */
  public static AgentLobby open(LobbySettings settings, LobbyStore store, Environment environment)
      throws IOException {
    return new AgentLobby(settings, store, environment);
  }

  private void remember(StoredAgent stored) {
    var agent =
        new RegisteredAgent(
            stored.id(),
            new AgentCredentials(stored.tokenHash(), stored.repeatHash()),
            stored.registeredAt(),
            stored.lastSeen());
    var offers = new ArrayList<Offer>(stored.offers().size());
    for (StoredOffer offer : stored.offers()) {
      offers.add(
          new Offer(
              offer.id(),
              agent,
              offer.name(),
              offer.version(),
              offer.requesters(),
              offer.timeoutSeconds()));
    }
    agent.revise(stored.revision());
    registry.put(agent, offers);
  }

  @Override
  public Address id() {
    return settings.id();
  }

  @Override
  public Set<Address> addresses() {
    return addresses;
  }

  @Override
  public Claim claim(Address id, @Nullable String token) {
    RegisteredAgent agent = registry.find(id);
    if (agent == null) {
      return turns.isBusy(id) ? Claim.TAKEN : Claim.FREE;
    }
    if (tokens.opens(token, agent.credentials().tokenHash())) {
      used(agent);
      return Claim.OWNED;
    }
    return tokens.repeats(token, agent.credentials()) ? Claim.REPEATED : Claim.TAKEN;
  }

  /** The agent has its token, so the registration can no longer be repeated. */
  private void used(RegisteredAgent agent) {
    if (agent.credentials().repeatHash() != null) {
      agent.use(agent.credentials().used());
      replica.share(agent.id());
      store
          .used(agent.id())
          .exceptionally(
              failure -> {
                LOG.warn("Could not store the use of a token: {}", FutureErrors.text(failure));
                return null;
              });
    }
  }

  @Override
  public void arrived(Address id) {
    seen(id, true);
  }

  @Override
  public void left(Address id) {
    if (seen(id, false)) {
      keep(List.of(id));
    }
  }

  private boolean seen(Address id, boolean isOnline) {
    RegisteredAgent agent = registry.find(id);
    if (agent == null) {
      return false;
    }
    registry.seen(agent, isOnline, clock.instant());
    return true;
  }

  private void keep(List<Address> seen) {
    store
        .seen(seen, clock.instant())
        .exceptionally(
            failure -> {
              LOG.warn(
                  "Could not store when agents were last seen: {}", FutureErrors.text(failure));
              return null;
            });
  }

  @Override
  public void register(
      Address agent,
      CapabilityChange offer,
      @Nullable String conversation,
      Notes notes,
      Consumer<Registration> done) {
    registrations.register(agent, offer, conversation, notes, done);
  }

  @Override
  public void update(
      Address agent, CapabilityChange change, Notes notes, Consumer<Registration> done) {
    registrations.update(agent, change, notes, done);
  }

  @Override
  public void deregister(Address agent, Notes notes, Consumer<Registration> done) {
    registrations.deregister(agent, LobbyEvent.AGENT_DEREGISTERED, notes, done);
  }

  @Override
  public void discover(Address asker, Discovery discovery, Notes notes, Answer<Services> answer) {
    notes.note(LobbyEvent.SERVICES_DISCOVERED, null);
    directory.discover(asker, discovery, answer);
  }

  @Override
  public void list(AgentPage.Query query, Answer<AgentPage> answer) {
    directory.list(query, answer);
  }

  @Override
  public void call(CallDelivery delivery, ServiceCall call) {
    calls.call(delivery, call);
  }

  @Override
  public Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("lobby_agents", (long) registry.size());
    figures.put("lobby_agents_online", (long) registry.online());
    figures.put("lobby_registry_bytes", registry.heldBytes());
    figures.put("lobby_calls_total", calls.begun());
    figures.put("lobby_calls_refused_total", calls.refused());
    figures.put("lobby_calls_invalid_input_total", calls.invalidInputs());
    figures.put("lobby_calls_invalid_output_total", calls.invalidOutputs());
    return figures;
  }

  @Override
  public long heldBytes() {
    return registry.heldBytes();
  }

  private void probe(Instant now) {
    if (now.isBefore(nextProbe)) {
      return;
    }
    nextProbe = now.plus(PROBE);
    replica.retry();
    if (store.refusesChanges()) {
      store
          .recover(hubThread, this::learn)
          .exceptionally(
              failure -> {
                LOG.debug("Could not reopen the store of the lobby", failure);
                return false;
              });
    }
  }

  private void learn(LobbyStore.Recovery recovery) {
    for (StoredAgent agent : recovery.agents()) {
      if (registry.find(agent.id()) == null) {
        remember(agent);
      }
    }
    registrations.continueAfter(recovery.lastOfferId());
  }

  @Override
  public void tick(ExpiryLog log) {
    Instant now = clock.instant();
    probe(now);
    if (now.isBefore(nextRound)) {
      return;
    }
    nextRound = now.plus(ROUND);
    Instant tooOld = now.minus(settings.retention());
    var online = new ArrayList<Address>();
    var expired = new ArrayList<Address>();
    for (RegisteredAgent agent : registry.all()) {
      if (agent.isOnline()) {
        online.add(agent.id());
        tellOthers(agent, now);
      } else if (agent.lastSeen().isBefore(tooOld) && !isConnected.test(agent.id())) {
        expired.add(agent.id());
      }
    }
    if (!online.isEmpty()) {
      keep(online);
    }
    expired.forEach(
        id -> registrations.deregister(id, LobbyEvent.AGENT_EXPIRED, log.of(id), _ -> {}));
  }

  /** Rarely, because it only has to delay the expiry of the agent on the other nodes. */
  private void tellOthers(RegisteredAgent agent, Instant now) {
    if (agent.isLocal() && agent.sharedSeen().plus(seenRhythm).isBefore(now)) {
      agent.shareSeen(now);
      sharing.seen(agent.id(), now);
    }
  }

  /** True when this node and its cluster have the same registrations. */
  public boolean isSynchronized() {
    return replica.isSynchronized();
  }

  /** Returns registrations of this node that the cluster replaced, in words. */
  public List<String> joinConflicts() {
    return replica.conflicts();
  }

  @Override
  public void close() {
    checks.close();
    close(store);
  }

  /** Logs a failure instead of throwing it. */
  public static void close(LobbyStore store) {
    try {
      store.close();
    } catch (IOException failed) {
      LOG.error("Could not close the store of the lobby", failed);
    }
  }
}
