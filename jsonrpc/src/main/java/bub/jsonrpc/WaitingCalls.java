package bub.jsonrpc;

import bub.jsonrpc.Incoming.Batch;
import bub.jsonrpc.Message.Notification;
import bub.jsonrpc.Message.Request;
import java.util.ArrayDeque;

/** Calls that must wait, in order, while answers overtake them. Link thread only. */
final class WaitingCalls {
  private static final int MAX_BYTES = 256 * 1024;

  private record Waiting(int bytes, Runnable call) {}

  private final Link link;
  private final MemoryGauge gauge;
  private final ArrayDeque<Waiting> calls = new ArrayDeque<>(0);
  private long bytes;
  private boolean paused;

  WaitingCalls(Link link, MemoryGauge gauge) {
    this.link = link;
    this.gauge = gauge;
  }

  boolean mustWait(Incoming incoming) {
    return (mustPause() || !calls.isEmpty()) && isCall(incoming);
  }

  boolean mustPause() {
    return paused || link.isBehind();
  }

  void pause() {
    paused = true;
  }

  void unpause() {
    paused = false;
    resume();
  }

  private static boolean isCall(Incoming incoming) {
    return incoming instanceof Request
        || incoming instanceof Notification
        || incoming instanceof Batch(var entries)
            && entries.stream().anyMatch(WaitingCalls::isCall);
  }

  void hold(int length, Runnable call) {
    calls.add(new Waiting(length, call));
    count(length);
  }

  /** Queues the rest of a call that has started, ahead of all other calls. */
  void holdFirst(Runnable rest) {
    calls.addFirst(new Waiting(0, rest));
  }

  /** True when calls wait only because answers are unread. */
  boolean hasReady() {
    return !paused && !calls.isEmpty();
  }

  boolean isFull() {
    return bytes > MAX_BYTES;
  }

  void resume() {
    while (!calls.isEmpty() && !mustPause()) {
      Waiting first = calls.poll();
      count(-first.bytes());
      first.call().run();
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
