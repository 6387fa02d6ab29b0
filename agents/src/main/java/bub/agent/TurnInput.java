package bub.agent;

import bub.agent.store.AgentStore.MessageKey;
import bub.agent.tool.ToolContext;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.OperatorMessage;
import bub.protocol.message.Payload;
import bub.protocol.message.UnknownMessage;
import bub.protocol.trace.Causality;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Message as a turn needs it; {@code replyTo} is the talkto at its arrival, or null. */
record TurnInput(MessageKey key, String text, @Nullable Address replyTo, AppMessage message) {
  private static final Address NOBODY = new Address("-");
  private static final int MAX_ATTACHMENT = 500;

  /** The recipient is always the agent itself, so that field holds the address for the answer. */
  static Envelope toKeep(Envelope arrived, @Nullable Address replyTo) {
    return new Envelope(
        arrived.from(), replyTo == null ? NOBODY : replyTo, arrived.messageId(), arrived.payload());
  }

  static TurnInput of(Envelope kept) {
    Address replyTo = kept.to().equals(NOBODY) ? null : kept.to();
    AppMessage message = AppMessage.read(kept.payload());
    String words = words(message);
    return new TurnInput(
        new MessageKey(kept.from(), kept.messageId()),
        kept.from().equals(replyTo) ? FromHeader.escape(words) : FromHeader.of(kept.from(), words),
        replyTo,
        message);
  }

  /**
   * Causality of everything that the turn sends. A scheduled message never crossed the bus, so its
   * turn names the message of the turn that scheduled it.
   */
  static Causality causeOf(Envelope kept, Address self) {
    Causality own = Causality.read(kept.payload());
    boolean isScheduled = kept.from().equals(self) && own.cause() != null && own.trace() != null;
    return isScheduled ? own : Causality.resultOf(kept);
  }

  /** Null when the message has no text for the model. */
  static @Nullable String textOf(AppMessage message) {
    return switch (message) {
      case ChatMessage said -> withAttachments(said);
      case AgentMessage(String text) -> text;
      case OperatorMessage(String text) -> text;
      case AgentEvent event ->
          switch (event.kind()) {
            case SPAWNED, STOPPED, FAILED -> "event " + event.event() + ": " + event.data();
            case TYPING, PARTIAL, TOOL_CALL, STEP, ACTIVITY -> null;
            case OTHER -> withData(event);
          };
      case UnknownMessage(_, RawJson content) -> textIn(content);
      default -> null;
    };
  }

  private static String withData(AgentEvent event) {
    return event.data().fields().count() == 0 ? event.event() : event.event() + ": " + event.data();
  }

  private static String words(AppMessage message) {
    String text = textOf(message);
    return text == null ? "" : text;
  }

  private static @Nullable String textIn(@Nullable RawJson content) {
    if (content == null || !content.isObject() || !content.fields().has("text")) {
      return null;
    }
    RawJson text = content.fields().find("text");
    return text != null && text.isString() ? text.asString() : null;
  }

  private static String withAttachments(ChatMessage said) {
    var text = new StringBuilder(said.text());
    for (RawJson attachment : said.attachments()) {
      String description = attachment.toString();
      text.append("\n[attachment ")
          .append(description, 0, Math.min(description.length(), MAX_ATTACHMENT))
          .append(']');
    }
    return text.toString();
  }

  boolean isDirect() {
    return key.from().equals(replyTo);
  }

  /** The id depends only on the message, so a retry sends the same id. */
  Envelope reply(Address self, Address to, String answer, boolean failed, Instant now) {
    MessageId id =
        ToolContext.derived(
            key.id(),
            // Ids of different senders may collide; only the chat keeps the plain suffix.
            isDirect() ? "/reply" : "/reply/" + ToolContext.digest(key.from().value()));
    String replyTo = isDirect() ? key.id().value() : null;
    var reply = new ChatReply(answer, channel(), chatId(to), replyTo, failed);
    return new Envelope(self, to, id, new Payload(reply, self, now, null).toRaw());
  }

  boolean isTyped() {
    return message instanceof ChatMessage;
  }

  Envelope failure(Address self, String why, Instant now) {
    MessageId id =
        ToolContext.derived(key.id(), "/status/" + ToolContext.digest(key.from().value()));
    var status = new DeliveryStatus(key.id(), DeliveryStatus.Status.FAILED, why);
    return new Envelope(self, key.from(), id, new Payload(status, self, now, null).toRaw());
  }

  static Envelope notice(Address self, Address to, MessageId id, String text, Instant now) {
    var notice = new ChatReply(text, null, chatId(to), null);
    return new Envelope(self, to, id, new Payload(notice, self, now, null).toRaw());
  }

  /** Named by the message, because an agent does not know channels. */
  private @Nullable Channel channel() {
    return message instanceof ChatMessage said && isDirect() ? said.channel() : null;
  }

  private static @Nullable ChatId chatId(Address to) {
    String id = to.value().substring(to.value().indexOf(':') + 1);
    try {
      return new ChatId(id);
    } catch (IllegalArgumentException notAChat) {
      return null;
    }
  }
}
