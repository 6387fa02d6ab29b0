package bub.bus.policy;

import java.util.function.LongSupplier;

/**
 * How much may come how fast; zero means as fast as it likes.
 *
 * @param messages a second, of one peer
 * @param connections a second, from one address
 * @param failedAuthentications a minute, from one address
 * @param spawnRequests a minute, of one peer without a token, whatever it sends them from
 */
public record RateLimits(
    double messages, double connections, double failedAuthentications, double spawnRequests) {
  private static final double MINUTE_SECONDS = 60;

  public static RateLimits standard() {
    return new RateLimits(0, 0, 30, 0);
  }

  public RateLimits withSpawnRequests(double perMinute) {
    return new RateLimits(messages, connections, failedAuthentications, perMinute);
  }

  /** Limits the messages of each peer. */
  public RateLimiter messageThrottle(LongSupplier nanoTime) {
    return new RateLimiter(messages, messages, nanoTime);
  }

  /** Limits the spawn requests of each peer without a token. */
  RateLimiter spawnThrottle(LongSupplier nanoTime) {
    return new RateLimiter(spawnRequests / MINUTE_SECONDS, spawnRequests, nanoTime);
  }
}
