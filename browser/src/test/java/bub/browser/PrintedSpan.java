package bub.browser;

import bub.json.Fields;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceParent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Span in the output of {@code bub trace --json}. */
record PrintedSpan(Fields fields) {
  /** Kinds as the page names them, where the word differs. */
  private static final Map<String, String> WORDS =
      Map.of("call", "lobby call", "spawn", "start of an agent");

  static List<PrintedSpan> of(String json) throws InvalidJson {
    return RawJson.parse(json).fields().require("spans").elements().stream()
        .map(span -> new PrintedSpan(span.fields()))
        .toList();
  }

  int parent() {
    return (int) fields.integer("parent", -1);
  }

  int level() {
    return (int) fields.integer("depth", 0) + 1;
  }

  String kind() {
    return fields.string("kind");
  }

  String name() {
    return fields.string("name");
  }

  String actor() {
    return fields.string("actor");
  }

  long count() {
    return fields.integer("count", 1);
  }

  long step() {
    return fields.integer("step", 0);
  }

  boolean isFailed() {
    return fields.has("error");
  }

  boolean isMessage() {
    return fields.has("messageId");
  }

  double offsetMs() {
    return millis("offsetMs");
  }

  double durationMs() {
    return millis("durationMs");
  }

  double endMs() {
    return offsetMs() + durationMs();
  }

  private double millis(String member) {
    return new BigDecimal(fields.require(member).toString()).doubleValue();
  }

  /** Time until the sender of a message had its answer. */
  double sendingMs() {
    Duration took =
        Duration.between(
            Instant.parse(fields.string("start")), Instant.parse(fields.string("finished")));
    return took.toNanos() / 1e6;
  }

  /** Id of the span of a message in OpenTelemetry. */
  String spanId() {
    return TraceParent.spanOf(
        new Address(fields.string("from")), new MessageId(fields.string("messageId")));
  }

  /** Words of the row on the page. */
  String label() {
    String many = count() == 1 ? "" : " ×" + count();
    String from = fields.optionalString("from");
    String way = from == null ? "" : from + " → " + fields.string("to");
    return switch (kind()) {
      case "message" -> way + many;
      case "call" -> word() + " " + name() + ", " + way + many;
      case "queue" -> word() + " " + actor() + many;
      default -> word() + " " + name() + many;
    };
  }

  private String word() {
    return WORDS.getOrDefault(kind(), kind());
  }

  /** Returns the nearest message above, which is the parent of the span in OpenTelemetry. */
  @Nullable PrintedSpan cause(List<PrintedSpan> all) {
    int above = parent();
    while (above >= 0 && !all.get(above).isMessage()) {
      above = all.get(above).parent();
    }
    return above < 0 ? null : all.get(above);
  }
}
