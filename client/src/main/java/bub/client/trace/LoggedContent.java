package bub.client.trace;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Configure;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import bub.protocol.trace.Causality;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import org.jspecify.annotations.Nullable;

/**
 * Members of a logged payload that the tree of a turn needs. It holds no part of the payload
 * itself, so that a long turn with large payloads stays small.
 *
 * @param text first words of the message
 * @param detail capability of a lobby call, event of an agent, or detail of a notice
 * @param problem failure that the message itself reports
 */
record LoggedContent(
    Role role,
    @Nullable String type,
    String text,
    @Nullable String cause,
    @Nullable TraceId trace,
    @Nullable String detail,
    @Nullable String problem,
    @Nullable Step step) {
  static final int MAX_TEXT = 200;

  /** Part that a message has in a turn. */
  enum Role {
    MESSAGE,
    CALL,
    SPAWN,
    /** Messages that connect a chat and its agent. */
    SETUP,
    STEP,
    MALFORMED_STEP,
    /** Small reports that the tree folds. */
    EVENT,
    NOTICE;

    boolean isFolded() {
      return this == STEP || this == MALFORMED_STEP || this == EVENT || this == NOTICE;
    }
  }

  static final LoggedContent UNKNOWN =
      new LoggedContent(Role.MESSAGE, null, "", null, null, null, null, null);

  static LoggedContent read(@Nullable RawJson payload) {
    if (payload == null || !payload.isObject()) {
      return UNKNOWN;
    }
    Fields fields = payload.fields();
    Causality links = Causality.read(fields);
    MessageId cause = links.cause();
    String type = string(fields, "type");
    RawJson content = member(fields, "content");
    LoggedContent plain =
        new LoggedContent(
            Role.MESSAGE,
            type == null ? null : clipped(type),
            text(content),
            cause == null ? null : cause.value(),
            links.trace() == null ? null : links.trace().trace(),
            null,
            null,
            null);
    Fields inner =
        content != null && content.isObject() ? content.fields() : RawJson.EMPTY_OBJECT.fields();
    return switch (type) {
      case AgentEvent.TYPE -> event(plain, inner);
      case DeliveryStatus.TYPE -> plain.as(Role.EVENT, DeliveryStatus.TYPE, string(inner, "error"));
      case LobbyTypes.PROGRESS -> plain.as(Role.EVENT, "progress", null);
      case LobbyTypes.REQUEST -> plain.as(Role.CALL, string(inner, "capability_name"), null);
      case SpawnRequest.TYPE -> plain.as(Role.SPAWN, null, null);
      case SpawnResult.TYPE -> plain.as(Role.SETUP, null, string(inner, "error"));
      case RouteAssigned.TYPE, Configure.TYPE -> plain.as(Role.SETUP, null, null);
      case TraceNotice.STOPPED, TraceNotice.GUARDED ->
          plain.as(Role.NOTICE, string(inner, "detail"), null);
      case ChatReply.TYPE -> plain.as(Role.MESSAGE, null, failure(fields));
      case null, default -> plain;
    };
  }

  private LoggedContent as(Role other, @Nullable String what, @Nullable String trouble) {
    return new LoggedContent(
        other,
        type,
        text,
        cause,
        trace,
        what == null ? null : clipped(what),
        trouble == null ? null : clipped(trouble),
        null);
  }

  private static LoggedContent event(LoggedContent plain, Fields content) {
    String word = string(content, "event");
    AgentEvent.Kind kind = new AgentEvent(word == null ? "" : word, RawJson.NULL).kind();
    if (kind != AgentEvent.Kind.STEP) {
      // Names of events are free: without a limit, each could become a span of its own.
      boolean isKnown = kind != AgentEvent.Kind.OTHER;
      return plain.as(Role.EVENT, isKnown ? word : "other events", null);
    }
    RawJson data = member(content, "data");
    try {
      Step step = data == null || !data.isObject() ? null : Step.read(data);
      return new LoggedContent(
          step == null ? Role.MALFORMED_STEP : Role.STEP,
          plain.type,
          "",
          plain.cause,
          plain.trace,
          null,
          null,
          step);
    } catch (InvalidField odd) {
      return plain.as(Role.MALFORMED_STEP, null, null);
    }
  }

  private static @Nullable String failure(Fields reply) {
    RawJson failed = member(reply, "failed");
    return failed != null && failed.isTrue() ? "the agent reports a failure" : null;
  }

  private static String text(@Nullable RawJson content) {
    RawJson text =
        content != null && content.isObject() ? member(content.fields(), "text") : content;
    return text != null && text.isString() ? clipped(text.asString()) : "";
  }

  private static @Nullable String string(Fields fields, String name) {
    RawJson value = member(fields, name);
    return value != null && value.isString() ? value.asString() : null;
  }

  /** Returns null for a name that appears twice. */
  private static @Nullable RawJson member(Fields fields, String name) {
    try {
      return fields.find(name);
    } catch (InvalidField doubled) {
      return null;
    }
  }

  static String clipped(String text) {
    if (text.length() <= MAX_TEXT) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
    return text.substring(0, end) + "…";
  }
}
