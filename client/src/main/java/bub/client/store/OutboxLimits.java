package bub.client.store;

/**
 * How much an outbox keeps.
 *
 * @param messages waiting; past it {@code put} refuses
 * @param bytes of payload waiting; past it {@code put} refuses
 * @param deadLetters past it the oldest is forgotten, with a warning in the log
 */
public record OutboxLimits(int messages, long bytes, int deadLetters) {

  public static OutboxLimits standard() {
    return new OutboxLimits(100_000, 256L * 1024 * 1024, 10_000);
  }
}
