package bub.client.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.trace.Step;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Part of a turn: a message, an agent's work on it, or a step of that work. All times are those of
 * the bus. A child may end after its parent.
 *
 * @param id position in the tree, from 0 for the root
 * @param parent id of the parent; -1 for the root
 * @param name type of a message, capability of a call, agent, model, tool, reason of a wait, or
 *     event
 * @param actor sender of a message, or the agent that did the work; null when unknown
 * @param end null while the span is running
 * @param status {@code ok}, {@code running}, {@code stopped}, {@code no_answer}, {@code unknown},
 *     or a failure in the words of the activity log
 * @param error reason of a failure; null without one
 * @param count number of events that the span stands for, usually 1
 * @param unlinked true when the log does not have the cause
 * @param message null unless the span is a message
 * @param step null unless the span is a model call, a tool call or a wait
 */
public record TurnSpan(
    int id,
    int parent,
    int depth,
    Kind kind,
    String name,
    @Nullable String actor,
    Instant start,
    @Nullable Instant end,
    String status,
    @Nullable String error,
    int count,
    boolean unlinked,
    @Nullable Message message,
    @Nullable Step step) {
  public static final String OK = "ok";
  public static final String RUNNING = "running";
  public static final String STOPPED = "stopped";
  public static final String NO_ANSWER = "no_answer";
  public static final String UNKNOWN = "unknown";

  public enum Kind {
    /** A message; the root is one, too. */
    MESSAGE,
    /** A call of a capability through the lobby. */
    CALL,
    /** The start of an agent for a chat. */
    SPAWN,
    /** The time from sending a message until its recipient begins to work on it. */
    QUEUE,
    /** The work of one recipient on a message, from the delivery until its last answer. */
    WORK,
    MODEL,
    TOOL,
    WAIT,
    /** Partial texts, typing and other small reports, folded by name. */
    EVENTS,
    /** A notice of the bus: the turn was stopped, or the loop guard refused a message. */
    NOTICE;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Message of a span.
   *
   * @param text first words
   * @param delivered when the first recipient got it; null before that
   * @param finished when the sender got its answer; null before that
   * @param attempts number of times that the sender sent it
   */
  public record Message(
      String id,
      @Nullable String from,
      @Nullable String to,
      @Nullable String type,
      String text,
      @Nullable String cause,
      @Nullable Instant delivered,
      @Nullable Instant finished,
      int attempts) {}

  public boolean isRoot() {
    return parent < 0;
  }

  public boolean isRunning() {
    return end == null;
  }

  public boolean isFailed() {
    return error != null;
  }

  /** Returns the duration up to {@code now} while the span is running. */
  public Duration duration(Instant now) {
    Duration duration = Duration.between(start, end == null ? now : end);
    return duration.isNegative() ? Duration.ZERO : duration;
  }

  void writeTo(JsonWriter out, Instant turnStart) {
    out.beginObject().field("id", id);
    if (!isRoot()) {
      out.field("parent", parent);
    }
    out.field("depth", depth).field("kind", kind.word()).field("name", name);
    out.optional("actor", actor).field("status", status).optional("error", error);
    out.field("start", start.toString());
    out.field("offsetMs", millis(Duration.between(turnStart, start)));
    if (end != null) {
      out.field("durationMs", millis(Duration.between(start, end)));
    }
    if (count != 1) {
      out.field("count", count);
    }
    if (unlinked) {
      out.field("unlinked", true);
    }
    if (message != null) {
      writeMessage(message, out);
    }
    if (step != null) {
      writeStep(step, out);
    }
    out.endObject();
  }

  private static void writeMessage(Message message, JsonWriter out) {
    out.field("messageId", message.id()).optional("from", message.from());
    out.optional("to", message.to()).optional("type", message.type());
    out.optional("text", message.text().isEmpty() ? null : message.text());
    out.optional("cause", message.cause());
    out.optional("delivered", text(message.delivered()));
    out.optional("finished", text(message.finished()));
    if (message.attempts() != 1) {
      out.field("attempts", message.attempts());
    }
  }

  private static void writeStep(Step step, JsonWriter out) {
    out.field("step", step.number());
    if (step.usage() != null) {
      Step.ModelUsage usage = step.usage();
      out.field("tokensIn", usage.tokensIn()).field("tokensOut", usage.tokensOut());
      if (usage.costUsd() != null) {
        out.field("costUsd", number(usage.costUsd()));
      }
      out.field("finish", usage.finish()).field("retries", usage.retries());
    }
    if (step.call() != null) {
      Step.ToolUse call = step.call();
      out.field("argumentsDigest", call.argumentsDigest());
      out.field("argumentsBytes", call.argumentsBytes()).field("resultBytes", call.resultBytes());
      out.optional("arguments", call.arguments()).optional("result", call.result());
    }
  }

  static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  /** Writes microseconds as decimals: a double could switch to scientific notation. */
  static JsonValue millis(Duration duration) {
    return number(BigDecimal.valueOf(duration.toNanos() / 1_000, 3));
  }

  static RawJson number(BigDecimal amount) {
    return RawJson.trusted(amount.stripTrailingZeros().toPlainString().getBytes(US_ASCII));
  }
}
