package bub.lobby;

import bub.lobby.RegistrationSharing.Draft;
import bub.lobby.SharedRegistry.Outcome;
import bub.lobby.store.CapabilityListing;
import bub.lobby.store.LobbyStore;
import bub.lobby.store.StoredAgent;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copy of the cluster's registrations in the store and the registry of this node. A change that
 * cannot be stored is tried again. Hub thread only.
 */
final class RegistryReplica implements SharedRegistry.Replica {
  private static final Logger LOG = LoggerFactory.getLogger(RegistryReplica.class);
  private static final int SHARED_AT_ONCE = 64;

  private final Registry registry;
  private final LobbyStore store;
  private final ContractChecks checks;
  private final AgentTurns turns;
  private final RegistrationSharing sharing;
  private final Executor hubThread;
  private final Predicate<Address> isConnected;
  private final LongSupplier offerIds;
  private final Map<Address, Incoming> latest = new HashMap<>();
  private final Set<Address> queued = new HashSet<>();
  private final Set<Address> unshared = new LinkedHashSet<>();
  private final List<String> conflicts = new ArrayList<>();
  private final Set<Address> present = new HashSet<>();
  private boolean isComplete;
  private int sharingNow;

  RegistryReplica(
      Registry registry,
      LobbyStore store,
      ContractChecks checks,
      AgentTurns turns,
      RegistrationSharing sharing,
      Executor hubThread,
      Predicate<Address> isConnected,
      LongSupplier offerIds) {
    this.registry = registry;
    this.store = store;
    this.checks = checks;
    this.turns = turns;
    this.sharing = sharing;
    this.hubThread = hubThread;
    this.isConnected = isConnected;
    this.offerIds = offerIds;
  }

  /** Latest change of one agent that this node has not stored yet. */
  private sealed interface Incoming {
    record Put(SharedAgent agent, long revision) implements Incoming {}

    record Removed(long revision) implements Incoming {}
  }

  @Override
  public void begin(boolean isMember, Runnable ready) {
    if (isMember) {
      ready.run();
      return;
    }
    registry.all().forEach(agent -> agent.revise(0));
    store
        .forgetRevisions()
        .whenCompleteAsync(
            (_, failure) -> {
              if (failure == null) {
                ready.run();
              } else {
                LOG.error(
                    "The lobby cannot join the cluster: {}. It refuses registrations until this"
                        + " node starts again",
                    FutureErrors.text(failure));
              }
            },
            hubThread);
  }

  @Override
  public void put(SharedAgent agent, long revision) {
    if (!isComplete) {
      present.add(agent.id());
    }
    receive(agent.id(), new Incoming.Put(agent, revision));
  }

  @Override
  public void removed(Address agent, long revision) {
    present.remove(agent);
    receive(agent, new Incoming.Removed(revision));
  }

  @Override
  public void seen(Address id, Instant at) {
    RegisteredAgent agent = registry.find(id);
    if (agent != null && !agent.isOnline() && agent.lastSeen().isBefore(at)) {
      registry.seen(agent, false, at);
    }
  }

  @Override
  public void complete() {
    isComplete = true;
    for (RegisteredAgent agent : List.copyOf(registry.all())) {
      if (present.contains(agent.id())) {
        continue;
      }
      if (agent.revision() == 0) {
        unshared.add(agent.id());
      } else {
        receive(agent.id(), new Incoming.Removed(agent.revision()));
      }
    }
    present.clear();
    shareNext();
  }

  /** Agents of this node that the cluster replaced when the node joined, in words. */
  List<String> conflicts() {
    return List.copyOf(conflicts);
  }

  /** True when this node and the cluster have the same registrations. */
  boolean isSynchronized() {
    return isComplete && latest.isEmpty() && unshared.isEmpty() && sharingNow == 0;
  }

  /** Writes an agent to the cluster soon, and again until it is written. */
  void share(Address id) {
    if (sharing.isShared()) {
      unshared.add(id);
    }
  }

  /** Repeats everything that has failed. */
  void retry() {
    List.copyOf(latest.keySet()).forEach(this::enqueue);
    if (isComplete) {
      shareNext();
    }
  }

  private void receive(Address id, Incoming change) {
    latest.put(id, change);
    enqueue(id);
  }

  private void enqueue(Address id) {
    if (queued.add(id)) {
      turns.take(id, () -> apply(id));
    }
  }

  private void apply(Address id) {
    queued.remove(id);
    Incoming change = latest.get(id);
    if (change == null) {
      turns.end(id);
      return;
    }
    RegisteredAgent known = registry.find(id);
    switch (change) {
      case Incoming.Put(SharedAgent agent, long revision)
          when known == null || known.revision() < revision ->
          put(change, agent, revision, known);
      case Incoming.Removed(long revision)
          when known != null && known.revision() <= revision && known.revision() > 0 ->
          whenStored(id, change, store.remove(id), () -> remove(known));
      case Incoming.Put _, Incoming.Removed _ -> {
        latest.remove(id);
        turns.end(id);
      }
    }
  }

  private void put(
      Incoming change, SharedAgent shared, long revision, @Nullable RegisteredAgent known) {
    if (known != null
        && known.revision() == 0
        && !Arrays.equals(known.credentials().tokenHash(), shared.tokenHash())) {
      String conflict = "Agent '" + known.id() + "' has another registration in the cluster.";
      conflicts.add(conflict);
      LOG.warn("{} The cluster's registration wins", conflict);
    }
    boolean isSame =
        known != null
            && known.registeredAt().toEpochMilli() == shared.registeredAt().toEpochMilli();
    RegisteredAgent agent = known != null && isSame ? known : copy(shared);
    var listings = new ArrayList<CapabilityListing>();
    var offers = new ArrayList<Offer>();
    for (Capability capability : shared.capabilities()) {
      long offerId = offerIds.getAsLong();
      listings.add(new CapabilityListing(offerId, capability));
      offers.add(Offer.of(offerId, agent, capability));
    }
    List<Offer> gone = known == null ? List.of() : known.offers();
    StoredAgent stored =
        new Draft(agent, credentials(shared), shared.lastSeen(), List.of(), List.of())
            .stored(revision);
    whenStored(
        shared.id(),
        change,
        store.save(stored, listings, gone.stream().map(Offer::id).toList()),
        () -> {
          gone.forEach(offer -> checks.forget(offer.id()));
          Instant lastSeen =
              known != null && known.lastSeen().isAfter(shared.lastSeen())
                  ? known.lastSeen()
                  : shared.lastSeen();
          if (known != null && known != agent) {
            registry.remove(known);
          }
          agent.use(credentials(shared));
          agent.revise(revision);
          registry.put(agent, offers);
          registry.seen(agent, isConnected.test(agent.id()), lastSeen);
        });
  }

  private static RegisteredAgent copy(SharedAgent shared) {
    return new RegisteredAgent(
        shared.id(), credentials(shared), shared.registeredAt(), shared.lastSeen());
  }

  private static AgentCredentials credentials(SharedAgent shared) {
    return new AgentCredentials(shared.tokenHash(), shared.repeatHash());
  }

  private void remove(RegisteredAgent agent) {
    agent.offers().forEach(offer -> checks.forget(offer.id()));
    registry.remove(agent);
  }

  private void whenStored(Address id, Incoming change, CompletableFuture<?> stored, Runnable then) {
    stored.whenCompleteAsync(
        (_, failure) -> {
          if (failure == null) {
            then.run();
            latest.remove(id, change);
          } else {
            LOG.debug("Could not store a change of {}: {}", id, FutureErrors.text(failure));
          }
          turns.end(id);
        },
        hubThread);
  }

  private void shareNext() {
    var chosen = new ArrayList<Address>();
    Iterator<Address> next = unshared.iterator();
    while (next.hasNext() && sharingNow + chosen.size() < SHARED_AT_ONCE) {
      Address id = next.next();
      if (!turns.isBusy(id)) {
        next.remove();
        chosen.add(id);
      }
    }
    sharingNow += chosen.size();
    chosen.forEach(id -> turns.take(id, () -> shareNow(id)));
  }

  private void shareNow(Address id) {
    RegisteredAgent agent = registry.find(id);
    if (agent == null) {
      sharingNow--;
      turns.end(id);
      return;
    }
    var draft = new Draft(agent, agent.credentials(), agent.lastSeen(), agent.offers(), List.of());
    sharing.write(
        draft,
        outcome -> {
          sharingNow--;
          shared(draft, outcome);
          turns.end(id);
        });
  }

  private void shared(Draft draft, Outcome outcome) {
    Address id = draft.agent().id();
    switch (outcome) {
      case Outcome.Written(long revision) -> {
        draft.agent().revise(revision);
        store
            .save(draft.stored(revision), List.of(), List.of())
            .exceptionally(
                failure -> {
                  LOG.warn("Could not store the revision: {}", FutureErrors.text(failure));
                  return null;
                });
        shareNext();
      }
      case Outcome.Lost() -> LOG.info("{} was changed on another node first", id);
      case Outcome.TooLarge _ ->
          LOG.warn("{} has too many capabilities for the cluster and stays on this node", id);
      case Outcome.Unavailable _ -> unshared.add(id);
    }
  }
}
