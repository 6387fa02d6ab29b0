package bub.client.store;

/**
 * Limits of an outbox; {@code put} refuses above the first two.
 *
 * @param bytes bytes of waiting payloads
 * @param deadLetters above it, the oldest is deleted with a warning in the log
 */
public record OutboxLimits(int messages, long bytes, int deadLetters) {

  public static OutboxLimits standard() {
    return new OutboxLimits(100_000, 256L * 1024 * 1024, 10_000);
  }
}
