package bub.jsonrpc;

import bub.jsonrpc.Incoming.Batch;
import bub.jsonrpc.Message.Notification;
import bub.jsonrpc.Message.Request;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Calls of a peer that leaves its answers unread: they wait in order until it reads, while its own
 * answers overtake them. The link's thread only.
 */
final class WaitingCalls {
  private static final int MAX_BYTES = 256 * 1024;

  private record Waiting(Incoming call, int bytes) {}

  private final Link link;
  private final MemoryGauge gauge;
  private final ArrayDeque<Waiting> calls = new ArrayDeque<>(0);
  private long bytes;

  WaitingCalls(Link link, MemoryGauge gauge) {
    this.link = link;
    this.gauge = gauge;
  }

  /** Keeps a call that must wait; false when {@code incoming} may go on at once. */
  boolean hold(Incoming incoming, int length) {
    if (!isCall(incoming) || calls.isEmpty() && !link.isBehind()) {
      return false;
    }
    calls.add(new Waiting(incoming, length));
    count(length);
    return true;
  }

  private static boolean isCall(Incoming incoming) {
    return incoming instanceof Request
        || incoming instanceof Notification
        || incoming instanceof Batch(var entries)
            && entries.stream().anyMatch(WaitingCalls::isCall);
  }

  /** True when no more should be read from this peer for now. */
  boolean isFull() {
    return bytes > MAX_BYTES;
  }

  /** Lets calls go on, one after the other, as long as the peer keeps reading. */
  void resume(Consumer<Incoming> next) {
    while (!calls.isEmpty() && !link.isBehind()) {
      Waiting first = calls.poll();
      count(-first.bytes());
      next.accept(first.call());
    }
  }

  void discard() {
    calls.clear();
    count(-bytes);
  }

  private void count(long change) {
    bytes += change;
    gauge.hold(change);
  }
}
