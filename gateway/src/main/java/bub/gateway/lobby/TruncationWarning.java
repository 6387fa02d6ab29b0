package bub.gateway.lobby;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/**
 * Warning that a list is longer than its limit: one line in the log when that begins, and none
 * until the list was complete again. Safe for any thread.
 */
public final class TruncationWarning {
  private final Logger log;
  private final String text;
  private final AtomicBoolean isTruncated = new AtomicBoolean();

  public TruncationWarning(Logger log, String text) {
    this.log = log;
    this.text = text;
  }

  public void truncated() {
    if (isTruncated.compareAndSet(false, true)) {
      log.warn("{}", text);
    }
  }

  public void complete() {
    isTruncated.set(false);
  }
}
