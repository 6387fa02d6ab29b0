package bub.console.rpc;

import java.util.HashMap;
import java.util.Map;

/** Limit for concurrent requests, in total and per caller. Safe for any thread. */
final class ConcurrencyLimit {
  private final int total;
  private final int perCaller;
  private final Map<String, Integer> running = new HashMap<>();
  private int all;

  ConcurrencyLimit(int total, int perCaller) {
    this.total = total;
    this.perCaller = perCaller;
  }

  /** Returns false when this caller, or all callers together, have too many. */
  synchronized boolean tryAcquire(String caller) {
    int own = running.getOrDefault(caller, 0);
    if (all >= total || own >= perCaller) {
      return false;
    }
    running.put(caller, own + 1);
    all++;
    return true;
  }

  synchronized void release(String caller) {
    running.computeIfPresent(caller, (_, own) -> own == 1 ? null : own - 1);
    all--;
  }
}
