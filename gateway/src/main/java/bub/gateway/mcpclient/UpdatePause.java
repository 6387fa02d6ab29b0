package bub.gateway.mcpclient;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Pauses between updates of the tools of one server. A change after a quiet time shows at once; a
 * server that changes its tools all the time waits longer and longer. One thread.
 */
final class UpdatePause {
  private static final Duration SHORTEST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(4);
  private static final Duration QUIET = Duration.ofSeconds(10);

  private Duration next = SHORTEST;
  private @Nullable Instant last;

  /** Pause after an update that ended now. */
  Duration after(Instant now) {
    boolean isQuiet = last == null || last.plus(QUIET).isBefore(now);
    Duration pause = isQuiet ? SHORTEST : next;
    last = now.plus(pause);
    Duration twice = pause.multipliedBy(2);
    next = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
    return pause;
  }
}
