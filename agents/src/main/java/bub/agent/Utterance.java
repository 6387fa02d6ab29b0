package bub.agent;

import bub.agent.store.MessageKey;
import bub.agent.tool.Occasion;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.OperatorMessage;
import bub.protocol.message.Payload;
import bub.protocol.message.TgMessage;
import bub.protocol.message.TgReply;
import bub.protocol.message.Unknown;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One message as a turn takes it up: what the model reads, and where the answer goes.
 *
 * @param text with a header, unless it comes from whom the agent talks to
 * @param replyTo whom the agent talked to when it arrived; null when there was nobody
 */
record Utterance(MessageKey key, String text, @Nullable Address replyTo, AppMessage message) {
  private static final Address NOBODY = new Address("-");
  private static final int MAX_ATTACHMENT = 500;

  /**
   * What an inbox keeps of a message: the address it was sent to is always the agent's own, so the
   * one that the answer goes to stands in its place.
   */
  static Envelope toKeep(Envelope arrived, @Nullable Address replyTo) {
    return new Envelope(
        arrived.from(), replyTo == null ? NOBODY : replyTo, arrived.messageId(), arrived.payload());
  }

  static Utterance of(Envelope kept) {
    Address replyTo = kept.to().equals(NOBODY) ? null : kept.to();
    AppMessage message = AppMessage.read(kept.payload());
    String words = words(message);
    return new Utterance(
        new MessageKey(kept.from(), kept.messageId()),
        kept.from().equals(replyTo) ? FromHeader.escape(words) : FromHeader.of(kept.from(), words),
        replyTo,
        message);
  }

  /** What a message says, or null when it says nothing that a model could take up. */
  static @Nullable String textOf(AppMessage message) {
    return switch (message) {
      case TgMessage said -> withAttachments(said);
      case AgentMessage(String text) -> text;
      case OperatorMessage(String text) -> text;
      case AgentEvent event ->
          switch (event.kind()) {
            case SPAWNED, STOPPED, FAILED -> "event " + event.event() + ": " + event.data();
            case TYPING, PARTIAL, TOOL_CALL, STEP, ACTIVITY -> null;
            case OTHER -> withData(event);
          };
      case Unknown(_, RawJson content) -> textIn(content);
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

  private static String withAttachments(TgMessage said) {
    var text = new StringBuilder(said.text());
    for (RawJson attachment : said.attachments()) {
      String description = attachment.toString();
      text.append("\n[attachment ")
          .append(description, 0, Math.min(description.length(), MAX_ATTACHMENT))
          .append(']');
    }
    return text.toString();
  }

  /** True when its sender is the one who gets the answer. */
  boolean isDirect() {
    return key.from().equals(replyTo);
  }

  /**
   * The answer, ready to be sent; the same id however often it is made.
   *
   * @param failed true when it only says that there is no answer
   */
  Envelope reply(Address self, Address to, String answer, boolean failed, Instant now) {
    MessageId id =
        Occasion.derived(
            key.id(),
            // Ids of different senders may be the same: those of the chat stay as they are.
            isDirect() ? "/reply" : "/reply/" + Occasion.digest(key.from().value()));
    String replyTo = isDirect() ? key.id().value() : null;
    var reply = new TgReply(answer, channel(), chatId(to), replyTo, failed);
    return new Envelope(self, to, id, new Payload(reply, self, now, null).toRaw());
  }

  /** True when a person typed it. */
  boolean isTyped() {
    return message instanceof TgMessage;
  }

  /** The news for its sender that it could not be handled. */
  Envelope failure(Address self, String why, Instant now) {
    MessageId id = Occasion.derived(key.id(), "/status/" + Occasion.digest(key.from().value()));
    var status = new DeliveryStatus(key.id(), DeliveryStatus.Status.FAILED, why);
    return new Envelope(self, key.from(), id, new Payload(status, self, now, null).toRaw());
  }

  /** Words of the agent's own accord, ready to be sent. */
  static Envelope notice(Address self, Address to, MessageId id, String text, Instant now) {
    var notice = new TgReply(text, null, chatId(to), null);
    return new Envelope(self, to, id, new Payload(notice, self, now, null).toRaw());
  }

  /** The channel that the message itself names: an agent knows no channels. */
  private @Nullable Channel channel() {
    return message instanceof TgMessage said && isDirect() ? said.channel() : null;
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
