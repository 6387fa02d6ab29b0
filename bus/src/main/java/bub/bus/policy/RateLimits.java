package bub.bus.policy;

import java.util.function.LongSupplier;

/**
 * Rate limits; zero means unlimited.
 *
 * @param messages per second, per peer
 * @param connections per second, per address
 * @param failedAuthentications per minute, per address
 * @param spawnRequests per minute, per peer without a token, for all its {@code from} addresses
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

  public RateLimiter messageThrottle(LongSupplier nanoTime) {
    return new RateLimiter(messages, messages, nanoTime);
  }

  RateLimiter spawnThrottle(LongSupplier nanoTime) {
    return new RateLimiter(spawnRequests / MINUTE_SECONDS, spawnRequests, nanoTime);
  }
}
