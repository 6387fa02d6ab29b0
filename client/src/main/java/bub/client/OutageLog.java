package bub.client;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs an outage in one line when it begins, one line every ten minutes while it lasts, and one
 * line when it is over. Safe for any thread.
 */
public final class OutageLog {
  private static final Duration REMIND_AFTER = Duration.ofMinutes(10);

  private final Logger log;
  private final String subject;
  private final TimeSource time;
  private @Nullable Instant since;
  private Instant remindAt = Instant.MIN;
  private long failures;

  /** The subject is the beginning of a sentence, such as "the inbox". */
  public OutageLog(Logger log, String subject, TimeSource time) {
    this.log = log;
    this.subject = subject;
    this.time = time;
  }

  /** One more attempt failed. */
  public synchronized void failed(String reason) {
    Instant now = time.now();
    Instant began = since == null ? now : since;
    since = began;
    failures++;
    if (failures == 1) {
      log.error("{} does not work: {}. It is tried again until it does", subject, reason);
    } else if (!now.isBefore(remindAt)) {
      log.error("{} does not work since {} ({} failures): {}", subject, began, failures, reason);
    } else {
      return;
    }
    remindAt = now.plus(REMIND_AFTER);
  }

  /** An attempt went well; says so when the one before did not. */
  public synchronized void recovered() {
    if (since != null) {
      log.warn("{} works again; it did not since {} ({} failures)", subject, since, failures);
      since = null;
      failures = 0;
    }
  }
}
