package bub.gateway.a2a.task;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/**
 * Ids that begin with the time (UUID version 7), so that the store adds a new task next to the last
 * one. Their 74 random bits cannot be guessed.
 */
final class TimeOrderedId {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long VERSION = 0x7000L;
  private static final long RANDOM_HIGH = 0x0fffL;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final int VARIANT_BITS = 2;
  private static final int TIME_SHIFT = 16;

  private TimeOrderedId() {}

  static String next(Instant now) {
    long high = now.toEpochMilli() << TIME_SHIFT | VERSION | RANDOM.nextLong() & RANDOM_HIGH;
    long low = VARIANT | RANDOM.nextLong() >>> VARIANT_BITS;
    return new UUID(high, low).toString();
  }
}
