package bub.bus.dialect;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Open calls of the lobby to one peer, which may report progress. Hub thread only. */
final class LobbyCalls {
  /** Maximum time of a call, including the extra time for progress reports. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private record OpenCall(
      MessageId id,
      Address caller,
      Duration timeout,
      long lastDeadline,
      Consumer<RawJson> progress) {

    /** The original timeout, limited by the last deadline. */
    Duration timeFrom(long now) {
      return Duration.ofNanos(Math.clamp(lastDeadline - now, 0, timeout.toNanos()));
    }
  }

  private final Map<Long, OpenCall> open = new HashMap<>(4);
  private final LongSupplier nanoTime;

  LobbyCalls(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void begin(long callId, Envelope envelope, Duration timeout, Consumer<RawJson> progress) {
    long lastDeadline = nanoTime.getAsLong() + LONGEST.toNanos();
    open.put(
        callId,
        new OpenCall(envelope.messageId(), envelope.from(), timeout, lastDeadline, progress));
  }

  void end(long callId) {
    open.remove(callId);
  }

  /** Returns false unless exactly one call matches; a null {@code caller} matches every caller. */
  boolean progressed(
      MessageId id, @Nullable Address caller, RawJson response, BiConsumer<Long, Duration> extend) {
    Map.Entry<Long, OpenCall> found = null;
    for (Map.Entry<Long, OpenCall> entry : open.entrySet()) {
      OpenCall call = entry.getValue();
      if (call.id.equals(id) && (caller == null || call.caller.equals(caller))) {
        if (found != null) {
          return false;
        }
        found = entry;
      }
    }
    if (found == null) {
      return false;
    }
    OpenCall call = found.getValue();
    extend.accept(found.getKey(), call.timeFrom(nanoTime.getAsLong()));
    call.progress.accept(response);
    return true;
  }
}
