package bub.system.spawn;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts the recent failures of one agent. One thread at a time. */
final class FailureCounter {
  private final RestartPolicy policy;
  private final Deque<Instant> recent = new ArrayDeque<>();

  FailureCounter(RestartPolicy policy) {
    this.policy = policy;
  }

  /** Records a failure; false when the limit is reached. */
  boolean add(Instant now) {
    while (!recent.isEmpty() && recent.getFirst().isBefore(now.minus(policy.window()))) {
      recent.removeFirst();
    }
    recent.addLast(now);
    return recent.size() < policy.failures();
  }

  Duration delay() {
    return policy.delay(recent.size() - 1);
  }

  String words() {
    return recent.size() + " failures within " + policy.window().toSeconds() + " s";
  }
}
