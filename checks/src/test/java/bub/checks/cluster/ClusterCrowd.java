package bub.checks.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.checks.cluster.HistoryEvent.Accepted;
import bub.checks.cluster.HistoryEvent.Connected;
import bub.checks.cluster.HistoryEvent.MessageKey;
import bub.checks.cluster.HistoryEvent.Stored;
import bub.checks.cluster.HistoryEvent.TookEffect;
import bub.checks.cluster.RecordingConnector.NodeUrl;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.client.store.AcceptedMessage;
import bub.client.store.Inbox;
import bub.client.store.Outbox;
import bub.client.store.OutboxLimits;
import bub.client.store.PutResult;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Peers of a cluster under load: durable senders and receivers, senders that never repeat, and
 * pairs that take a clientId from each other. They move to another node when they lose theirs.
 */
final class ClusterCrowd implements AutoCloseable {
  private static final RawJson PAYLOAD =
      RawJson.trusted("{\"type\":\"work\",\"text\":\"a short text\"}".getBytes(UTF_8));

  /** Numbers of peers and the pauses between two messages of each. */
  record Size(int pairs, int unrepeated, int rivals, Duration pause) {}

  /** Shorter waits than usual, because each test waits for the last message. */
  private static final ClientEnvironment IMPATIENT =
      new ClientEnvironment(
          ClientEnvironment.system().time(),
          () -> ThreadLocalRandom.current().nextDouble() / 4,
          ClientEnvironment.system().messageIds());

  private static final Backoff RECONNECT =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));
  private static final Duration TAKEOVER_PAUSE = Duration.ofMillis(700);
  private static final int MAX_RIVALS_ALIVE = 64;

  private final Size size;
  private final List<NodeUrl> nodes;
  private final History history;
  private final ResourceStack open = new ResourceStack();
  private final List<BusClient> durable = new ArrayList<>();
  private final List<RecordingConnector> connectors = new ArrayList<>();
  private final List<Thread> producers = new ArrayList<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  ClusterCrowd(Size size, List<NodeUrl> nodes, History history) {
    this.size = size;
    this.nodes = nodes;
    this.history = history;
  }

  /** Connects all peers and starts the load. */
  void start(Path directory) throws IOException, NoAnswer, InterruptedException {
    for (int i = 0; i < size.pairs(); i++) {
      startReceiver(i, directory);
    }
    for (int i = 0; i < size.pairs(); i++) {
      startSender(i, directory);
    }
    for (BusClient client : durable) {
      client.awaitConnected(Duration.ofSeconds(60));
    }
    for (int i = 0; i < size.unrepeated(); i++) {
      startUnrepeated(i);
    }
    for (int i = 0; i < size.rivals(); i++) {
      startRivals(rival(i), i);
    }
    producers.forEach(Thread::start);
  }

  private static Address receiver(int number) {
    return new Address("agent:receiver-" + number);
  }

  private static String rival(int number) {
    return "agent:rival-" + number;
  }

  /** Spreads the peers over all nodes again. */
  void returnHome() {
    connectors.forEach(RecordingConnector::returnHome);
  }

  boolean areAllHome() {
    return connectors.stream().allMatch(RecordingConnector::isHome);
  }

  /** True when the events have an owner on each node for each clientId that clients contest. */
  boolean areAllContested(List<HistoryEvent> events) {
    Set<List<String>> owners =
        events.stream()
            .filter(Connected.class::isInstance)
            .map(Connected.class::cast)
            .map(one -> List.of(one.clientId(), one.node()))
            .collect(Collectors.toSet());
    return IntStream.range(0, size.rivals())
        .allMatch(
            i -> nodes.stream().allMatch(node -> owners.contains(List.of(rival(i), node.node()))));
  }

  private BusClient client(String clientId, int home) {
    Address address = new Address(clientId);
    var settings =
        ClientSettings.of(nodes.getFirst().url(), address)
            .withReconnect(RECONNECT)
            .withCallTimeout(Duration.ofSeconds(30));
    RecordingConnector connector = RecordingConnector.roaming(clientId, nodes, home, history);
    connectors.add(connector);
    return open.keep(BusClient.over(settings, connector));
  }

  private void startReceiver(int number, Path directory) throws IOException {
    String name = receiver(number).value();
    Inbox inbox = open.keep(Inbox.open(directory.resolve("inbox-" + number + ".db")));
    durable.add(
        client(name, number)
            .serveEvery(
                envelope -> {
                  Ack ack = inbox.handle(envelope);
                  if (ack.success()) {
                    history.add(at -> new Accepted(at, key(envelope), name));
                  }
                  return ack;
                })
            .start());
    Thread.ofVirtual().name(name).start(() -> process(inbox, name));
  }

  private void process(Inbox inbox, String name) {
    try {
      while (true) {
        AcceptedMessage message = inbox.take();
        history.add(at -> new TookEffect(at, key(message.envelope()), name));
        inbox.complete(message, Ack.ok("done"));
      }
    } catch (IOException closed) {
      if (stopping.getCount() > 0) {
        failures.add(closed);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static MessageKey key(Envelope envelope) {
    return new MessageKey(envelope.from().value(), envelope.messageId().value());
  }

  /** Each sender writes to its own receiver and to that of the next pair, on another node. */
  private void startSender(int number, Path directory) throws IOException, InterruptedException {
    String name = "agent:sender-" + number;
    BusClient client = client(name, number + 1);
    Outbox outbox =
        open.keep(
                Outbox.open(
                    directory.resolve("outbox-" + number + ".db"),
                    OutboxLimits.standard(),
                    IMPATIENT))
            .deliverThrough(client);
    durable.add(client.start());
    produce(
        name,
        turn -> {
          Address to = receiver((number + turn % 2) % size.pairs());
          Envelope message = message(name, to, "m-" + turn);
          history.add(at -> new Stored(at, key(message), to.value()));
          if (!(outbox.put(message) instanceof PutResult.Stored)) {
            throw new IllegalStateException("the outbox refused " + message.messageId());
          }
        });
  }

  private static Envelope message(String from, Address to, String id) {
    return new Envelope(new Address(from), to, new MessageId(id), PAYLOAD);
  }

  /** A sender that never repeats a message, so that only the first answer about it counts. */
  private void startUnrepeated(int number) {
    String name = "agent:unrepeated-" + number;
    BusClient client = client(name, number).start();
    produce(
        name,
        turn -> {
          try {
            client.send(message(name, receiver(turn % size.pairs()), "u-" + turn));
          } catch (RpcException | NoAnswer failed) {
            // The history has the answer, and without one nothing is promised.
          }
        });
  }

  /** Clients that take a clientId from each other, on one node after the other. */
  private void startRivals(String clientId, int first) {
    Deque<BusClient> alive = new ArrayDeque<>();
    Thread rivals =
        Thread.ofVirtual()
            .name(clientId)
            .unstarted(
                () -> {
                  try {
                    for (int turn = first; !isStopping(TAKEOVER_PAUSE); turn++) {
                      while (alive.size() >= MAX_RIVALS_ALIVE) {
                        alive.removeFirst().close();
                      }
                      NodeUrl node = nodes.get(turn % nodes.size());
                      BusClient next =
                          BusClient.over(
                              ClientSettings.of(node.url(), new Address(clientId)),
                              RecordingConnector.once(clientId, node, history));
                      alive.add(next);
                      connect(next);
                    }
                  } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                  } finally {
                    alive.forEach(BusClient::close);
                  }
                });
    producers.add(rivals);
  }

  private static void connect(BusClient client) throws InterruptedException {
    try {
      client.connect();
    } catch (NoAnswer refused) {
      // A node without NATS refuses, and a dead one does not answer.
    }
  }

  /** One step of a producer. */
  private interface Step {
    void take(int turn) throws IOException, InterruptedException;
  }

  private void produce(String name, Step step) {
    producers.add(
        Thread.ofVirtual()
            .name(name)
            .unstarted(
                () -> {
                  try {
                    for (int turn = 1; !isStopping(size.pause()); turn++) {
                      step.take(turn);
                    }
                  } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                  } catch (IOException | RuntimeException failed) {
                    failures.add(failed);
                  }
                }));
  }

  /** Waits for the next step, unless the load ends before. */
  private boolean isStopping(Duration pause) throws InterruptedException {
    return stopping.await(pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ends the load; messages that wait are still delivered. */
  void stopLoad() throws InterruptedException {
    stopping.countDown();
    for (Thread producer : producers) {
      producer.join(Duration.ofSeconds(60));
    }
  }

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /** States of the durable peers, for error messages. */
  List<String> states() {
    return durable.stream().map(one -> one.clientId() + ": " + one.state().words()).toList();
  }

  @Override
  public void close() throws IOException {
    try {
      stopLoad();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    open.close();
  }
}
