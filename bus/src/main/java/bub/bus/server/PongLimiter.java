package bub.bus.server;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limit on the rate of pongs to one peer. Faster pings are answered together, with the body of the
 * last one, as RFC 6455 allows. Event loop only.
 */
final class PongLimiter {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int PER_INTERVAL = 20;

  private long intervalStart;
  private int answered = PER_INTERVAL;
  private byte @Nullable [] postponed;

  /** Returns true when this ping may be answered now; otherwise keeps its body for later. */
  boolean mayAnswer(byte[] body, long nowNanos) {
    if (hasRoom(nowNanos)) {
      answered++;
      postponed = null;
      return true;
    }
    postponed = body;
    return false;
  }

  /** Returns the body of the last unanswered ping when it may be answered now, otherwise null. */
  byte @Nullable [] takePostponed(long nowNanos) {
    byte[] body = postponed;
    if (body == null || !hasRoom(nowNanos)) {
      return null;
    }
    answered++;
    postponed = null;
    return body;
  }

  private boolean hasRoom(long nowNanos) {
    if (answered >= PER_INTERVAL && nowNanos - intervalStart >= INTERVAL_NANOS
        || intervalStart == 0) {
      intervalStart = nowNanos;
      answered = 0;
    }
    return answered < PER_INTERVAL;
  }
}
