package bub.bus.policy;

import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Rate limit per key. It forgets old keys: invented names cost no memory. Hub thread only. */
public final class RateLimiter {
  private static final int REMEMBERED = 10_000;

  private final double perSecond;
  private final double burst;
  private final LongSupplier nanoTime;
  private final Map<String, TokenBucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Creates a limiter; {@code perSecond} zero or less means no limit. */
  public RateLimiter(double perSecond, double burst, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.nanoTime = nanoTime;
  }

  /** Returns null within the limit, otherwise the error with the time to wait. */
  public @Nullable RpcError refusal(String who) {
    if (perSecond <= 0) {
      return null;
    }
    long now = nanoTime.getAsLong();
    TokenBucket bucket = buckets.computeIfAbsent(who, _ -> new TokenBucket(perSecond, burst, now));
    if (bucket.take(now)) {
      return null;
    }
    long millis = bucket.millisUntilNext(now);
    return new RpcError(
        ErrorCodes.OVERLOADED,
        "Rate limit exceeded: try again in " + millis + " ms",
        out ->
            out.beginObject()
                .field("reason", RefusalReason.RATE_LIMITED.word())
                .field("retryAfterMs", millis)
                .endObject());
  }
}
