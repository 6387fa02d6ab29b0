package bub.client.trace;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.trace.TraceId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Turn in one line: who asked what, which agent answered, and what it took.
 *
 * @param messageId first message; null when the log does not have it
 * @param from sender of the first message
 * @param duration null while the turn is running
 * @param error first failure; null without one
 */
public record TurnSummary(
    @Nullable TraceId trace,
    @Nullable String messageId,
    @Nullable String from,
    @Nullable String agent,
    String text,
    Instant start,
    @Nullable Duration duration,
    boolean running,
    boolean stopped,
    @Nullable String error,
    TurnTotals totals)
    implements JsonValue {

  public boolean isFailed() {
    return error != null;
  }

  void writeMembers(JsonWriter out) {
    out.optional("traceId", trace).optional("messageId", messageId).optional("from", from);
    out.optional("agent", agent).optional("text", text.isEmpty() ? null : text);
    out.field("start", start.toString());
    if (duration != null) {
      out.field("durationMs", TurnSpan.millis(duration));
    }
    out.field("running", running).field("stopped", stopped).optional("error", error);
    out.field("totals", totals);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject();
    writeMembers(out);
    out.endObject();
  }
}
