package bub.otlp;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.trace.Causality;
import bub.protocol.trace.Step;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Assembler of the log's events into finished messages, each with its place in a trace. Partial
 * texts and typing are left out: they accompany a turn and are no part of its work. One thread at a
 * time.
 */
final class SpanAssembler {
  static final int MAX_OPEN = 10_000;

  private static final String OMITTED = "omittedBytes";

  private final TraceResolver traces = new TraceResolver(this::emitFinished);
  private final SequencedMap<String, MessageToExport> open = new LinkedHashMap<>();
  private final Consumer<MessageToExport> finished;
  private long lost;

  SpanAssembler(Consumer<MessageToExport> finished) {
    this.finished = finished;
  }

  void accept(ActivityRows news, long nanoTime) {
    for (ActivityRow row : news.rows()) {
      try {
        take(row, nanoTime);
      } catch (InvalidField | IllegalArgumentException | DateTimeException odd) {
        lost++;
      }
    }
    expire(nanoTime);
  }

  void expire(long nanoTime) {
    traces.expire(nanoTime);
  }

  /** Emits finished messages that still wait for their cause. */
  void flush() {
    traces.giveUpAll();
  }

  private void take(ActivityRow row, long nanoTime) {
    switch (row.event()) {
      case "send_start" -> begin(row, nanoTime);
      case "process_start" -> {
        MessageToExport message = open.get(row.messageId());
        if (message != null && row.actor() != null) {
          message.deliveredTo(row.actor());
          traces.settleResultsOf(message);
        }
      }
      case "process_finish" -> {
        MessageToExport message = open.get(row.messageId());
        if (message != null && row.status() != null) {
          message.deliveryEnded(row.status());
        }
      }
      case "send_finish" -> finish(row);
      default -> {}
    }
  }

  private void begin(ActivityRow row, long nanoTime) {
    if (row.actor() == null || row.to() == null) {
      return;
    }
    RawJson payload = row.payload() == null ? RawJson.EMPTY_OBJECT : row.payload();
    if (isOmitted(payload)) {
      // Its cause and its trace are unknown, so any place in a trace would be a guess.
      lost++;
      return;
    }
    String type = type(payload);
    AgentEvent event = AgentEvent.TYPE.equals(type) ? event(payload) : null;
    if (event != null
        && (event.kind() == AgentEvent.Kind.TYPING || event.kind() == AgentEvent.Kind.PARTIAL)) {
      return;
    }
    var to = new Address(row.to());
    var message =
        new MessageToExport(
            new Address(row.actor()),
            to,
            new MessageId(row.messageId()),
            type,
            Causality.read(payload),
            nanos(row.ts()),
            event == null || !to.equals(Step.ADDRESS) ? null : step(event));
    if (message.outcome() == null) {
      MessageToExport replaced = open.remove(row.messageId());
      lost += replaced == null ? 0 : 1;
      open.putLast(row.messageId(), message);
      if (open.size() > MAX_OPEN) {
        open.pollFirstEntry();
        lost++;
      }
    }
    traces.begin(message, nanoTime);
  }

  private static boolean isOmitted(RawJson payload) {
    Fields fields = payload.fields();
    return fields.count() == 1 && fields.name(0).equals(OMITTED);
  }

  private static @Nullable String type(RawJson payload) {
    try {
      RawJson type = payload.fields().find("type");
      return type != null && type.isString() ? type.asString() : null;
    } catch (InvalidField doubled) {
      return null;
    }
  }

  private static @Nullable AgentEvent event(RawJson payload) {
    try {
      return AppMessage.read(payload) instanceof AgentEvent event ? event : null;
    } catch (InvalidField odd) {
      return null;
    }
  }

  /** Returns null for an invalid step, which is then an ordinary message. */
  private static @Nullable Step step(AgentEvent event) {
    try {
      return event.kind() == AgentEvent.Kind.STEP ? Step.read(event.data()) : null;
    } catch (InvalidField odd) {
      return null;
    }
  }

  private void finish(ActivityRow row) {
    MessageToExport message = open.get(row.messageId());
    if (message == null || !message.from().value().equals(row.actor())) {
      return;
    }
    open.remove(row.messageId());
    message.finish(
        new MessageToExport.Outcome(String.valueOf(row.status()), row.error(), nanos(row.ts())));
    if (message.place() != null) {
      finished.accept(message);
    }
  }

  private void emitFinished(MessageToExport placed) {
    if (placed.outcome() != null) {
      finished.accept(placed);
    }
  }

  private static long nanos(String ts) {
    Instant time = Instant.parse(ts);
    return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
  }

  /** Returns the number of messages and events that cannot become spans. */
  long lost() {
    return lost;
  }

  int open() {
    return open.size();
  }

  int known() {
    return traces.known();
  }

  int waiting() {
    return traces.waiting();
  }
}
