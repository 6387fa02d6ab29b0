package bub.client.trace;

import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Activity log in memory, written message by message, which answers queries as the bus does. */
final class LogRows {
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final List<ActivityRow> rows = new ArrayList<>();
  private final Map<String, String> traces = new HashMap<>();
  private final Set<String> linked = new HashSet<>();
  private int steps;

  /** Adds a message that its recipient acks after a millisecond; times are in milliseconds. */
  LogRows message(double at, String id, String from, String to, String payload) {
    start(at, id, from, to, payload);
    event(at, "process_start", id, to, to, "start", null);
    event(at + 1, "process_finish", id, to, to, "ok", null);
    return event(at + 1, "send_finish", id, from, to, "ok", null);
  }

  LogRows start(double at, String id, String from, String to, String payload) {
    RawJson json = json(payload);
    LoggedContent content = LoggedContent.read(json);
    String known = content.cause() == null ? null : traces.get(content.cause());
    TraceId named = content.trace();
    String own = TraceId.startedBy(new Address(from), new MessageId(id)).value();
    traces.put(id, known != null ? known : named != null ? named.value() : own);
    if (content.cause() != null || named != null) {
      linked.add(id);
    }
    rows.add(row(at, "send_start", id, from, to, "start", json, null));
    return this;
  }

  LogRows event(
      double at,
      String event,
      String id,
      String actor,
      String to,
      String status,
      @Nullable String error) {
    rows.add(row(at, event, id, actor, to, status, null, error));
    return this;
  }

  /** Adds the report of a step, which nobody listens to. */
  LogRows step(double at, String from, String answers, String step) {
    String id = "step-" + ++steps;
    String data = "{\"message_id\":\"%s\",\"step\":%d,%s}".formatted(answers, steps, step);
    start(
        at,
        id,
        from,
        "system:steps",
        "{\"type\":\"agent_event\",\"content\":{\"event\":\"step\",\"data\":%s},\"cause\":\"%s\"}"
            .formatted(data, answers));
    return event(at, "send_finish", id, from, "system:steps", "no_recipient", null);
  }

  private ActivityRow row(
      double at,
      String event,
      String id,
      String actor,
      String to,
      String status,
      @Nullable RawJson payload,
      @Nullable String error) {
    String ts = START.plusNanos(Math.round(at * 1e6)).toString();
    return new ActivityRow(rows.size() + 1, ts, event, id, "7", actor, to, status, payload, error);
  }

  static RawJson json(String text) {
    try {
      return RawJson.parse(text);
    } catch (InvalidJson wrong) {
      throw new AssertionError(text, wrong);
    }
  }

  static String said(String type, String text, @Nullable String cause) {
    return "{\"type\":\"%s\",\"content\":{\"text\":\"%s\"}%s}"
        .formatted(type, text, cause == null ? "" : ",\"cause\":\"" + cause + "\"");
  }

  static String traceparent(String from, String id) {
    return new TraceParent(
            TraceId.startedBy(new Address(from), new MessageId(id)), "00f067aa0ba902b7")
        .toString();
  }

  List<ActivityRow> rows() {
    return rows;
  }

  /** As the bus: the first message of a turn names no trace, so a query by trace lacks it. */
  ActivityRows query(ActivityFilter filter) {
    List<ActivityRow> fitting =
        rows.stream()
            .filter(filter::matches)
            .filter(row -> filter.trace() == null || isIn(filter.trace(), row.messageId()))
            .filter(row -> filter.beforeId() == null || row.id() < filter.beforeId())
            .filter(row -> filter.afterId() == null || row.id() > filter.afterId())
            .filter(row -> isSince(filter.since(), row))
            .toList();
    int surplus = Math.max(0, fitting.size() - filter.limit());
    return new ActivityRows(
        filter.afterId() == null
            ? fitting.subList(surplus, fitting.size())
            : fitting.subList(0, fitting.size() - surplus),
        0);
  }

  /** Parses a time only when it matters: parsing all takes seconds. */
  private static boolean isSince(@Nullable Instant since, ActivityRow row) {
    return since == null || !since.isAfter(START) || !Instant.parse(row.ts()).isBefore(since);
  }

  private boolean isIn(String trace, String id) {
    return linked.contains(id) && trace.equals(traces.get(id));
  }

  /** A person asks an agent, which asks a model, a tool, another agent and the lobby. */
  static LogRows scene() {
    var log = new LogRows();
    log.message(0, "q", "term:1", "agent:a", said("tg_message", "What is new?", null));
    log.message(5, "typing", "agent:a", "term:1", event("typing", "q"));
    log.step(
        1_005,
        "agent:a",
        "q",
        "\"kind\":\"model\",\"name\":\"claude\",\"ms\":990,\"tokens_in\":1200,\"tokens_out\":80,"
            + "\"cost_usd\":0.0049,\"finish\":\"tool_use\"");
    log.message(1_010, "ask", "agent:a", "agent:b", said("agent_message", "News?", "q"));
    log.step(
        1_400,
        "agent:b",
        "ask",
        "\"kind\":\"model\",\"name\":\"small\",\"ms\":380,\"tokens_in\":10,\"tokens_out\":5");
    log.message(1_410, "told", "agent:b", "agent:a", said("agent_message", "None.", "ask"));
    call(log);
    log.step(
        1_950,
        "agent:a",
        "q",
        "\"kind\":\"tool\",\"name\":\"clock\",\"ms\":200,\"error\":\"late\"");
    log.message(1_960, "p1", "agent:a", "term:1", event("partial", "q"));
    log.message(1_980, "p2", "agent:a", "term:1", event("partial", "q"));
    return log.message(2_000, "a", "agent:a", "term:1", said("tg_reply", "Nothing.", "q"));
  }

  static String event(String word, String cause) {
    return "{\"type\":\"agent_event\",\"content\":{\"event\":\"%s\",\"data\":{}},\"cause\":\"%s\"}"
        .formatted(word, cause);
  }

  private static void call(LogRows log) {
    log.start(
        1_500,
        "call",
        "agent:a",
        "system:lobby",
        "{\"type\":\"lobby_request\",\"content\":{\"agent_id\":\"any\",\"capability_name\":"
            + "\"tell_time\",\"payload\":{}},\"cause\":\"q\"}");
    log.event(1_500, "REQUEST_AUTHORIZED", "call", "agent:a", "system:lobby", "ok", null);
    log.event(1_501, "process_start", "call", "agent:clock", "system:lobby", "start", null);
    log.step(1_600, "agent:clock", "call", "\"kind\":\"tool\",\"name\":\"date\",\"ms\":50");
    log.event(1_700, "process_finish", "call", "agent:clock", "system:lobby", "ok", null);
    log.event(1_701, "send_finish", "call", "agent:a", "system:lobby", "ok", null);
  }
}
