package bub.cluster.interest;

import bub.cluster.interest.InterestCounters.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Actions that wait until every node has confirmed the changes before them. */
final class KnownBarriers {
  private record Barrier(long sequence, long deadline, Runnable done) {}

  private record NewBarrier(long deadline, Runnable done) {}

  private final int limit;
  private final InterestCounters counters;
  private final ArrayDeque<Barrier> waiting = new ArrayDeque<>();
  private final List<NewBarrier> fresh = new ArrayList<>();

  KnownBarriers(int limit, InterestCounters counters) {
    this.limit = limit;
    this.counters = counters;
  }

  int size() {
    return waiting.size() + fresh.size();
  }

  boolean isFull() {
    return size() >= limit;
  }

  boolean hasFresh() {
    return !fresh.isEmpty();
  }

  void add(long deadline, Runnable done) {
    fresh.add(new NewBarrier(deadline, done));
  }

  /** Names the delta that the barriers since the last call wait for. */
  void waitFor(long sequence) {
    for (NewBarrier barrier : fresh) {
      waiting.add(new Barrier(sequence, barrier.deadline(), barrier.done()));
    }
    fresh.clear();
  }

  /** Runs what waits no longer. Sequences and deadlines grow, so the first one tells. */
  void release(long confirmed, long now) {
    while (!waiting.isEmpty()) {
      Barrier first = waiting.element();
      if (first.sequence() <= confirmed) {
        counters.count(Event.BARRIERS_CONFIRMED);
      } else if (first.deadline() <= now) {
        counters.count(Event.BARRIERS_TIMED_OUT);
      } else {
        return;
      }
      waiting.remove();
      first.done().run();
    }
  }

  /** Runs everything, because there is nobody left to wait for. */
  void releaseAll() {
    waitFor(0);
    while (!waiting.isEmpty()) {
      waiting.remove().done().run();
    }
  }
}
