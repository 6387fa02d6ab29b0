package bub.bus.policy;

import java.util.function.LongSupplier;

/**
 * How much may come how fast; zero means as fast as it likes.
 *
 * @param messages a second, of one peer
 * @param connections a second, from one address
 * @param failedAuthentications a minute, from one address
 */
public record Rates(double messages, double connections, double failedAuthentications) {
  public static Rates standard() {
    return new Rates(0, 0, 30);
  }

  /** Limits the messages of each peer. */
  public Throttle messageThrottle(LongSupplier nanoTime) {
    return new Throttle(messages, messages, nanoTime);
  }
}
