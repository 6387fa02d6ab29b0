package bub.client.trace;

import bub.json.RawJson;
import bub.protocol.ActivityRow;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Row of the activity log without its payload, at {@code micros} since 1970 by the clock of its
 * node.
 */
record TurnRow(
    long id,
    long micros,
    String event,
    String messageId,
    @Nullable String rpcId,
    @Nullable String actor,
    @Nullable String to,
    @Nullable String status,
    @Nullable String error,
    LoggedContent content,
    @Nullable String node) {
  static final String SEND_START = "send_start";
  static final String PROCESS_START = "process_start";
  static final String PROCESS_FINISH = "process_finish";
  static final String SEND_FINISH = "send_finish";
  private static final String GAP = "log_gap";

  /** Returns null for a row that belongs to no message or has no valid time. */
  static @Nullable TurnRow of(ActivityRow row) {
    if (row.event().equals(GAP) || row.messageId().isEmpty()) {
      return null;
    }
    try {
      return new TurnRow(
          row.id(),
          ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(row.ts())),
          row.event(),
          row.messageId(),
          row.rpcId(),
          row.actor(),
          row.to(),
          row.status(),
          row.error() == null ? null : LoggedContent.clipped(row.error()),
          row.event().equals(SEND_START)
              ? LoggedContent.read(row.payload())
              : LoggedContent.UNKNOWN,
          row.node());
    } catch (DateTimeException | ArithmeticException odd) {
      return null;
    }
  }

  boolean isStart() {
    return event.equals(SEND_START);
  }

  /** True when the answer of the bus had no room for the payload and has a note instead. */
  static boolean isOmitted(ActivityRow row) {
    RawJson payload = row.payload();
    return payload != null
        && row.event().equals(SEND_START)
        && payload.fields().count() == 1
        && payload.fields().has("omittedBytes");
  }

  static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
