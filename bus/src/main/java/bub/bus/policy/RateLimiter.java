package bub.bus.policy;

import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One bucket for everyone who is counted: an address, or a clientId. Remembers the most recent ones
 * only, so that making up names costs no memory. Hub thread only.
 */
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

  /** {@code perSecond} zero or less means no limit. */
  public RateLimiter(double perSecond, double burst, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.nanoTime = nanoTime;
  }

  /** Null when {@code who} may go on, else the error that says for how long it may not. */
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
        "Too much at once: try again in " + millis + " ms",
        out ->
            out.beginObject()
                .field("reason", RefusalReason.RATE_LIMITED.word())
                .field("retryAfterMs", millis)
                .endObject());
  }
}
