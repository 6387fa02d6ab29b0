package bub.gateway.a2a.remote;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.client.files.WatchedFile;
import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyToken;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.remote.store.RemoteQuestionStore;
import bub.protocol.Address;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All remote agents of {@code a2a.json}; follows changes of the file. */
public final class RemoteAgents implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteAgents.class);
  private static final Duration GLANCE = Duration.ofSeconds(1);
  private static final Duration RETRY = Duration.ofSeconds(30);

  private final WatchedFile<List<RemoteAgentEntry>> file;
  private final Path directory;
  private final OutgoingAddresses addresses;
  private final Function<Address, BusClient> clients;
  private final ClientEnvironment environment;
  private final Thread lookout = Thread.ofVirtual().name("a2a-agents").unstarted(this::look);
  // The rest belongs to the lookout's thread.
  private final Map<RemoteAgentEntry, RemoteAgentPeer> running = new HashMap<>();
  private final Map<RemoteAgentEntry, Instant> waiting = new HashMap<>();
  private @Nullable RemoteQuestionStore store;

  private RemoteAgents(
      RemoteAgentsFile file,
      Path directory,
      OutgoingAddresses addresses,
      Function<Address, BusClient> clients,
      ClientEnvironment environment) {
    this.file = file.watch();
    this.directory = directory;
    this.addresses = addresses;
    this.clients = clients;
    this.environment = environment;
  }

  /**
   * Starts following the file.
   *
   * @param directory where open questions and tokens of the lobby are stored
   * @param clients makes a client that is not connected yet
   */
  public static RemoteAgents start(
      RemoteAgentsFile file,
      Path directory,
      boolean allowsPrivate,
      Function<Address, BusClient> clients,
      ClientEnvironment environment) {
    var agents =
        new RemoteAgents(
            file, directory, OutgoingAddresses.byDns(allowsPrivate), clients, environment);
    agents.lookout.start();
    return agents;
  }

  private void look() {
    try {
      while (true) {
        follow();
        environment.time().sleep(GLANCE);
      }
    } catch (InterruptedException closing) {
      running.values().forEach(RemoteAgentPeer::close);
      closeStore();
    }
  }

  private void follow() throws InterruptedException {
    List<RemoteAgentEntry> wanted = file.read().content();
    if (wanted == null) {
      return; // the file is wrong, and was never right
    }
    for (RemoteAgentEntry known : List.copyOf(running.keySet())) {
      if (!wanted.contains(known)) {
        Objects.requireNonNull(running.remove(known)).leave();
      }
    }
    waiting.keySet().retainAll(wanted);
    Instant now = environment.time().now();
    for (RemoteAgentEntry entry : wanted) {
      Instant due = waiting.get(entry);
      if (!running.containsKey(entry) && (due == null || !now.isBefore(due))) {
        begin(entry, now);
      }
    }
  }

  private void begin(RemoteAgentEntry entry, Instant now) throws InterruptedException {
    boolean isFirst = waiting.put(entry, now.plus(RETRY)) == null;
    try {
      RemoteToken token = RemoteToken.of(entry);
      RemoteCard.Fetched fetched = RemoteCard.fetch(entry.url(), token, addresses, null);
      RemoteCard card = Objects.requireNonNull(fetched, "no version was named").card();
      RemoteQuestionStore questions = openStore();
      Path lobbyToken = directory.resolve(entry.name() + ".lobby");
      var peer =
          new RemoteAgentPeer(
              RemoteAgentContext.of(
                  entry,
                  new RemoteConnection(card, token, addresses),
                  clients.apply(entry.address()),
                  questions,
                  environment),
              LobbyToken.file(lobbyToken));
      running.put(entry, peer);
      peer.start(card, new CardWatch(entry, token, addresses, environment.time(), fetched));
      waiting.remove(entry);
      LOG.info(
          "{} stands for {} with {} skills", entry.address(), card.name(), card.skills().size());
    } catch (RemoteFailure | IOException | CallRefused | NoAnswer failed) {
      RemoteAgentPeer half = running.remove(entry);
      if (half != null) {
        half.close();
      }
      if (isFirst) {
        LOG.warn("{} is not reachable: {}", entry.address(), failed.getMessage());
      }
    }
  }

  private RemoteQuestionStore openStore() throws IOException {
    RemoteQuestionStore known = store;
    if (known == null) {
      PrivateDirectory.create(directory);
      known = RemoteQuestionStore.open(directory.resolve("remote.db"));
      store = known;
    }
    return known;
  }

  private void closeStore() {
    try {
      if (store != null) {
        store.close();
      }
    } catch (IOException failed) {
      LOG.warn("Open questions to remote agents: {}", failed.getMessage());
    }
  }

  @Override
  public void close() {
    lookout.interrupt();
    try {
      lookout.join();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
