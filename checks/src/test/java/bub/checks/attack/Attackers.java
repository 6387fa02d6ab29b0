package bub.checks.attack;

import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connections that attack one bus at the same time. Each runs its script on a virtual thread and
 * then stays connected, without reading, until all of them are reset.
 */
final class Attackers implements AutoCloseable {
  private static final int CONNECTING_AT_ONCE = 256;
  private static final int PAUSE_MILLIS = 20;

  /** Actions of one WebSocket connection. */
  @FunctionalInterface
  interface Script {
    void run(RawWebSocket connection, int number) throws IOException;
  }

  /** Actions of one TCP connection. */
  @FunctionalInterface
  interface RawScript {
    void run(RawSocket connection, int number) throws IOException;
  }

  private final AttackedBus bus;
  private final boolean reconnects;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<RawSocket> sockets = new ConcurrentLinkedQueue<>();
  private final Semaphore connecting = new Semaphore(CONNECTING_AT_ONCE);
  private final AtomicInteger connected = new AtomicInteger();
  private final AtomicInteger cutOff = new AtomicInteger();
  private final CountDownLatch over = new CountDownLatch(1);

  private Attackers(AttackedBus bus, boolean reconnects) {
    this.bus = bus;
    this.reconnects = reconnects;
  }

  /** Attackers that give up when the bus ends their connection. */
  static Attackers of(AttackedBus bus) {
    return new Attackers(bus, false);
  }

  /** Attackers that connect again when the bus ends their connection. */
  static Attackers persistent(AttackedBus bus) {
    return new Attackers(bus, true);
  }

  AttackedBus bus() {
    return bus;
  }

  /** True once the attackers are told to leave. */
  boolean isOver() {
    return over.getCount() == 0;
  }

  /** Connects {@code count} attackers to {@code /}. */
  void start(int count, Script script) {
    start(count, "/", script);
  }

  /** Connects attackers to the lobby's own wire. */
  void startInLobby(int count, Script script) {
    start(count, "/lobby", script, bus.rogueHeaders());
  }

  void start(int count, String path, Script script, String... headers) {
    startRaw(
        count,
        (socket, number) -> {
          RawWebSocket connection = RawWebSocket.upgrade(socket, path, headers);
          connected.incrementAndGet();
          script.run(connection, number);
        });
  }

  /** Connects attackers that do not begin with an upgrade. */
  void startRaw(int count, RawScript script) {
    for (int i = 0; i < Math.min(count, OpenFiles.MOST_CONNECTIONS); i++) {
      int number = i;
      threads.add(Thread.ofVirtual().start(() -> run(number, script)));
    }
  }

  private void run(int number, RawScript script) {
    try {
      boolean done = attempt(number, script);
      while (!done && reconnects && !over.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        done = attempt(number, script);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** False when the bus has refused or ended the connection. */
  private boolean attempt(int number, RawScript script) throws InterruptedException {
    connecting.acquire();
    RawSocket socket;
    try {
      socket = RawSocket.withSmallWindow(bus.port());
    } catch (IOException refused) {
      cutOff.incrementAndGet();
      return false;
    } finally {
      connecting.release();
    }
    sockets.add(socket);
    try {
      script.run(socket, number);
      return true;
    } catch (IOException | AssertionError ended) { // an error: a close came instead of an answer
      cutOff.incrementAndGet();
      reset(socket);
      sockets.remove(socket);
      return false;
    }
  }

  /** True when every script has ended within this time. */
  boolean await(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    for (Thread thread : threads) {
      if (!thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
        return false;
      }
    }
    return true;
  }

  /** Resets every connection. */
  @Override
  public void close() {
    over.countDown();
    for (Thread thread : threads) {
      thread.interrupt();
    }
    sockets.forEach(Attackers::reset);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    sockets.forEach(Attackers::reset); // one may have connected meanwhile
  }

  private static void reset(RawSocket socket) {
    try {
      socket.reset();
    } catch (SocketException closedBefore) {
      // Nothing is left to reset.
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public String toString() {
    return "%d attackers connected, %d connections ended by the bus"
        .formatted(connected.get(), cutOff.get());
  }
}
