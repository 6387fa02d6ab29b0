package bub.gateway.mcpclient.transport;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Descendants of a program, as far as somebody looked while it lived: nobody can find them once it
 * has ended. Safe for any thread.
 */
final class ProcessFamily {
  private static final int MAX = 1_024;
  private static final long BETWEEN_LOOKS = Duration.ofSeconds(1).toNanos();

  private final ProcessHandle program;
  private final Set<ProcessHandle> known = ConcurrentHashMap.newKeySet();
  private volatile long lastLook;

  ProcessFamily(ProcessHandle program) {
    this.program = program;
    this.lastLook = System.nanoTime() - BETWEEN_LOOKS;
  }

  /** Remembers the descendants, at most once per second. */
  void lookSometimes() {
    if (System.nanoTime() - lastLook >= BETWEEN_LOOKS) {
      look();
    }
  }

  void look() {
    lastLook = System.nanoTime();
    known.removeIf(one -> !one.isAlive());
    for (ProcessHandle one : Set.copyOf(known)) {
      one.descendants().limit(MAX).forEach(known::add);
    }
    program.descendants().limit(MAX).forEach(known::add);
  }

  /** Ends the descendants, by force if they take longer than {@code grace}. */
  void end(Duration grace) throws InterruptedException {
    look();
    known.forEach(ProcessHandle::destroy);
    try {
      CompletableFuture.allOf(
              known.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException slow) {
      look();
    } finally {
      known.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
