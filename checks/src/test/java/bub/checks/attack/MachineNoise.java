package bub.checks.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Delay that the busy machine itself adds: the round trip of one byte through a socket to another
 * thread, at the pace of the bystanders.
 */
final class MachineNoise implements AutoCloseable {
  private final Socket near;
  private final Socket far;
  private final Latencies latencies = new Latencies();
  private volatile boolean isOver;

  private MachineNoise(Socket near, Socket far) {
    this.near = near;
    this.far = far;
  }

  static MachineNoise start() throws IOException {
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var near = new Socket(listener.getInetAddress(), listener.getLocalPort());
      var noise = new MachineNoise(near, listener.accept());
      Thread.ofPlatform().daemon().name("noise-echo").start(noise::echo);
      Thread.ofPlatform().daemon().name("noise").start(noise::measure);
      return noise;
    }
  }

  private void echo() {
    try {
      far.getInputStream().transferTo(far.getOutputStream());
    } catch (IOException over) {
      // The measurement has ended.
    }
  }

  private void measure() {
    try {
      for (long due = System.nanoTime(); !isOver; due += BystanderPair.PACE_NANOS) {
        LockSupport.parkNanos(due - System.nanoTime());
        near.getOutputStream().write(0);
        if (near.getInputStream().read() < 0) {
          return;
        }
        latencies.add(System.nanoTime() - due);
      }
    } catch (IOException over) {
      // The measurement has ended.
    }
  }

  /** The delay of one exchange through the bus, which wakes four threads and not two. */
  long p99Millis() {
    return 2 * TimeUnit.NANOSECONDS.toMillis(latencies.quantile(0, 0.99));
  }

  @Override
  public void close() throws IOException {
    isOver = true;
    near.close();
    far.close();
  }
}
