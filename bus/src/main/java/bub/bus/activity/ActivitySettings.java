package bub.bus.activity;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the activity log is kept, what it keeps of a message, and how much. Archives stand beside
 * {@code file}; without a retention they stay for ever.
 */
public record ActivitySettings(
    Path file,
    Payloads payloads,
    long rotateBytes,
    @Nullable Duration retentionAge,
    @Nullable Long retentionBytes,
    long queueBytes) {
  public static final long ROTATE_BYTES = 256L << 20;

  /** An eighth of the heap, and at most 64 MiB. */
  public static final long QUEUE_BYTES = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8);

  /** What is stored of what messages say. */
  public enum Payloads {
    FULL,
    /** Neither the payload of a message nor the payload of an ack. */
    NONE
  }

  public ActivitySettings {
    if (rotateBytes < 1 || queueBytes < 1) {
      throw new IllegalArgumentException("sizes must be positive");
    }
  }

  public static ActivitySettings in(Path file) {
    return new ActivitySettings(file, Payloads.FULL, ROTATE_BYTES, null, null, QUEUE_BYTES);
  }
}
