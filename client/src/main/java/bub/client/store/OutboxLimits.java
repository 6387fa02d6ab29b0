package bub.client.store;

/**
 * Limits of an outbox.
 *
 * @param messages waiting messages; above it, {@code put} refuses
 * @param bytes bytes of waiting payloads; above it, {@code put} refuses
 * @param deadLetters dead letters; above it, the oldest is deleted with a warning in the log
 */
public record OutboxLimits(int messages, long bytes, int deadLetters) {

  public static OutboxLimits standard() {
    return new OutboxLimits(100_000, 256L * 1024 * 1024, 10_000);
  }
}
