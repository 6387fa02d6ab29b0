package bub.bus.policy;

/** Token bucket that allows a rate per second and a burst. Hub thread only. */
final class TokenBucket {
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final double burst;
  private double tokens;
  private long filledAt;

  TokenBucket(double perSecond, double burst, long nowNanos) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
    this.filledAt = nowNanos;
  }

  boolean take(long nowNanos) {
    fill(nowNanos);
    if (tokens < 1) {
      return false;
    }
    tokens -= 1;
    return true;
  }

  long millisUntilNext(long nowNanos) {
    fill(nowNanos);
    return tokens >= 1 ? 0 : (long) Math.ceil((1 - tokens) / perSecond * 1_000);
  }

  private void fill(long nowNanos) {
    tokens = Math.min(burst, tokens + (nowNanos - filledAt) / NANOS * perSecond);
    filledAt = nowNanos;
  }
}
