package bub.client;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Log of an outage: its begin, a line every ten minutes, its end. Safe for any thread. */
public final class OutageLog {
  private static final Duration REMIND_AFTER = Duration.ofMinutes(10);

  private final Logger log;
  private final String subject;
  private final TimeSource time;
  private @Nullable Instant since;
  private Instant remindAt = Instant.MIN;
  private long failures;

  /** The subject starts a sentence, such as "The inbox". */
  public OutageLog(Logger log, String subject, TimeSource time) {
    this.log = log;
    this.subject = subject;
    this.time = time;
  }

  public synchronized void failed(String reason) {
    Instant now = time.now();
    Instant began = since == null ? now : since;
    since = began;
    failures++;
    if (failures == 1) {
      log.error("{} failed: {}. bub retries until it succeeds", subject, reason);
    } else if (!now.isBefore(remindAt)) {
      log.error("{} has been failing since {} ({} failures): {}", subject, began, failures, reason);
    } else {
      return;
    }
    remindAt = now.plus(REMIND_AFTER);
  }

  public synchronized void recovered() {
    if (since != null) {
      log.warn(
          "{} works again. It had been failing since {} ({} failures)", subject, since, failures);
      since = null;
      failures = 0;
    }
  }
}
