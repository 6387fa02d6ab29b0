package bub.checks.attack;

import static org.awaitility.Awaitility.await;

import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Two innocent peers: one sends the other a message every 20 ms, without waiting for earlier acks.
 * They run on platform threads, so that attackers in this process cannot delay them.
 */
final class BystanderPair implements AutoCloseable {
  static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final RawWebSocket sender;
  private final RawWebSocket receiver;
  private final List<Thread> threads;
  private final long startedAt = System.nanoTime();
  private final Latencies latencies = new Latencies();
  private final List<String> refusals = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean isOver;

  private BystanderPair(RawWebSocket sender, RawWebSocket receiver) {
    this.sender = sender;
    this.receiver = receiver;
    this.threads =
        List.of(
            thread("bystander-sender", this::send),
            thread("bystander-acks", this::readAcks),
            thread("bystander-receiver", this::receive));
  }

  /** Work on a connection of a bystander. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private Thread thread(String name, Work work) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .unstarted(
            () -> {
              try {
                work.run();
              } catch (IOException | AssertionError lost) {
                if (!isOver) {
                  refusals.add(name + " lost its connection: " + lost);
                }
              }
            });
  }

  static BystanderPair on(AttackedBus bus) throws IOException {
    var pair = new BystanderPair(bus.bystander("sender"), bus.bystander("receiver"));
    pair.sender.waiting(TIMEOUT);
    pair.threads.forEach(Thread::start);
    return pair;
  }

  private long dueAt(int number) {
    return startedAt + number * PACE_NANOS;
  }

  private void send() throws IOException {
    for (int number = 0; !isOver; number++) {
      LockSupport.parkNanos(dueAt(number) - System.nanoTime());
      sender.sendText(message(number));
    }
  }

  /** Latency counts from the moment at which a message was due. */
  private void readAcks() throws IOException {
    while (!isOver) {
      String answer = sender.receiveText();
      latencies.add(System.nanoTime() - dueAt(Integer.parseInt(Frames.idOf(answer))));
      if (!answer.contains("\"success\":true")) {
        refusals.add(answer);
      }
    }
  }

  private void receive() throws IOException {
    while (!isOver) {
      String id = Frames.idOf(receiver.receiveText());
      receiver.sendText(Frames.ack(id, "{}"));
    }
  }

  private static String message(int number) {
    return """
    {"jsonrpc":"2.0","id":%d,"method":"sendMessage","params":
    {"from":"bystander:sender","to":"bystander:receiver","messageId":"bystander-%d","payload":{"n":%d}}}\
    """
        .formatted(number, number, number);
  }

  /** Waits until this many messages were exchanged, or until a connection is lost. */
  void awaitMessages(int count) {
    await().atMost(TIMEOUT).until(() -> messages() >= count || !isConnected());
  }

  private boolean isConnected() {
    return threads.stream().allMatch(Thread::isAlive);
  }

  /** Messages so far. */
  int messages() {
    return latencies.count();
  }

  /** The answers that were no acks of success, and lost connections. */
  List<String> refusals() {
    synchronized (refusals) {
      return List.copyOf(refusals);
    }
  }

  /** The latency in milliseconds that this share of the messages from {@code first} on kept. */
  long latencyMillis(int first, double share) {
    return TimeUnit.NANOSECONDS.toMillis(latencies.quantile(first, share));
  }

  @Override
  public void close() throws IOException {
    isOver = true;
    sender.close();
    receiver.close();
  }
}
