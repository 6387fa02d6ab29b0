package bub.bus.server;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Rate of the pongs to one peer. Pings that come faster are answered together, with the last one's
 * body, as RFC 6455 allows. Event loop only.
 */
final class PongLimiter {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int PER_INTERVAL = 20;

  private long intervalStart;
  private int answered = PER_INTERVAL;
  private byte @Nullable [] postponed;

  /** True when this ping may be answered now; otherwise its body is kept for later. */
  boolean mayAnswer(byte[] body, long nowNanos) {
    if (hasRoom(nowNanos)) {
      answered++;
      postponed = null;
      return true;
    }
    postponed = body;
    return false;
  }

  /** Body of the last ping that was not answered, when it may be answered now. */
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
