package bub.system.spawn;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts the failures of one agent, and forgets old ones. Not for several threads at once. */
final class FailureCounter {
  private final RestartPolicy policy;
  private final Deque<Instant> recent = new ArrayDeque<>();

  FailureCounter(RestartPolicy policy) {
    this.policy = policy;
  }

  /** Records a failure; false when it was one too many. */
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
