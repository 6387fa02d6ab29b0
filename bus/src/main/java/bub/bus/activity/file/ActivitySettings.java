package bub.bus.activity.file;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of the activity log; archives without a retention are kept forever. */
public record ActivitySettings(
    Path file,
    Payloads payloads,
    long rotateBytes,
    @Nullable Duration retentionAge,
    @Nullable Long retentionBytes,
    long queueBytes) {
  public static final long ROTATE_BYTES = 256L << 20;

  public static final long QUEUE_BYTES = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8);

  public enum Payloads {
    FULL,
    /** Stores neither the payload of a message nor the payload of an ack. */
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
