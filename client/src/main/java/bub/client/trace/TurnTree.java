package bub.client.trace;

import bub.client.trace.TurnSpan.Kind;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.trace.TraceId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turn as a tree of spans, each after its parent and siblings in the order of their times. The list
 * is flat, because a turn may nest deeper than a stack or JSON can.
 *
 * @param trace null when the log does not tell it
 * @param start time of the earliest span
 * @param duration time until the answer to the sender of the first message, or until the last span
 *     ended; null while the turn is running
 * @param answer id of the span that answers the sender of the first message; null without one
 * @param running true while a message is in flight or an agent has not answered
 * @param stopped true when the bus said that somebody stopped the turn
 * @param cut true when the turn has more messages than were read
 */
public record TurnTree(
    @Nullable TraceId trace,
    List<TurnSpan> spans,
    Instant start,
    @Nullable Duration duration,
    @Nullable Integer answer,
    TurnTotals totals,
    boolean running,
    boolean stopped,
    boolean cut)
    implements JsonValue {

  public TurnTree {
    spans = List.copyOf(spans);
  }

  public TurnSpan root() {
    return spans.getFirst();
  }

  TurnTree asCut() {
    return new TurnTree(trace, spans, start, duration, answer, totals, running, stopped, true);
  }

  public TurnSummary summary() {
    TurnSpan.Message first = root().message();
    String agent = null;
    String error = null;
    for (TurnSpan span : spans) {
      agent = agent == null && span.kind() == Kind.WORK ? span.actor() : agent;
      error = error == null ? span.error() : error;
    }
    return new TurnSummary(
        trace,
        first == null || first.id().isEmpty() ? null : first.id(),
        first == null ? null : first.from(),
        agent == null && first != null ? first.to() : agent,
        first == null ? "" : first.text(),
        start,
        duration,
        running,
        stopped,
        error,
        totals);
  }

  /** Writes the format of {@code bub trace --json} and of the console. */
  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject();
    summary().writeMembers(out);
    out.field("cut", cut);
    if (answer != null) {
      out.field("answer", answer);
    }
    out.name("spans").beginArray();
    spans.forEach(span -> span.writeTo(out, start));
    out.endArray().endObject();
  }
}
