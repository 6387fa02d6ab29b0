package bub.channel.telegram;

import bub.channel.telegram.api.ApiOutcome;
import bub.channel.telegram.api.BotApi;
import bub.channel.telegram.api.ChatAction;
import bub.channel.telegram.api.EditText;
import bub.channel.telegram.api.NoValue;
import bub.channel.telegram.api.SendFile;
import bub.channel.telegram.api.SendText;
import bub.channel.telegram.api.SentMessage;
import bub.channel.telegram.api.TelegramRefusal;
import bub.channel.telegram.store.ForumTopic;
import bub.channel.telegram.store.TelegramStore;
import bub.channel.telegram.text.MessagePart;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends to where a chat is now, and in simpler ways when Telegram does not take the first one.
 * Blocks; safe for any thread, one a chat.
 */
final class TelegramSender {
  private static final Logger LOG = LoggerFactory.getLogger(TelegramSender.class);

  private final BotApi api;
  private final TelegramStore store;
  private final SendRateLimiter limiter;

  TelegramSender(BotApi api, TelegramStore store, SendRateLimiter limiter) {
    this.api = api;
    this.store = store;
    this.limiter = limiter;
  }

  /** One way to call Telegram about a chat that may have another number by now. */
  private interface Call<T> {
    ApiOutcome<T> to(ChatId place) throws IOException, InterruptedException;
  }

  /** Sends a text when it is its turn, as an answer if that is still possible. */
  ApiOutcome<SentMessage> text(ChatId home, MessagePart part, @Nullable String replyTo)
      throws IOException, InterruptedException {
    limiter.enter(store.placeOf(home));
    return following(
        home,
        place -> {
          ApiOutcome<SentMessage> outcome = api.sendMessage(message(place, home, part, replyTo));
          if (!isForm(outcome)) {
            return outcome;
          }
          LOG.debug("chat {}: {}; sending it plain", home, outcome);
          return api.sendMessage(message(place, home, plain(part), null));
        });
  }

  /** Sends a text at once and as it is; the caller knows that it may. */
  ApiOutcome<SentMessage> sketch(ChatId home, MessagePart part, @Nullable String replyTo)
      throws InterruptedException {
    return noted(api.sendMessage(message(store.placeOf(home), home, part, replyTo)));
  }

  /** The same words in a form that cannot be refused. */
  private static MessagePart plain(MessagePart part) {
    return new MessagePart(part.plain(), List.of());
  }

  /** The home of a topic says where in its group the message goes. */
  private static SendText message(
      ChatId place, ChatId home, MessagePart part, @Nullable String replyTo) {
    return SendText.plain(place, part.text())
        .withEntities(part.entities())
        .inThread(ForumTopic.threadOf(home))
        .replyingTo(BridgeMessageId.messageId(replyTo, place, ForumTopic.groupOf(home)));
  }

  /** Changes the text of a message. The caller waits for its turn. */
  ApiOutcome<NoValue> edit(ChatId home, long messageId, MessagePart part)
      throws IOException, InterruptedException {
    ChatId place = store.placeOf(home);
    ApiOutcome<NoValue> outcome = edited(place, messageId, part);
    boolean isForm =
        outcome instanceof ApiOutcome.Refused<NoValue> refused
            && refused.kind() == TelegramRefusal.BAD_FORMATTING;
    return noted(isForm ? edited(place, messageId, plain(part)) : outcome);
  }

  private ApiOutcome<NoValue> edited(ChatId place, long messageId, MessagePart part)
      throws InterruptedException {
    ApiOutcome<NoValue> outcome =
        api.editMessageText(new EditText(place, messageId, part.text(), part.entities()));
    boolean isSame =
        outcome instanceof ApiOutcome.Refused<NoValue> refused
            && refused.kind() == TelegramRefusal.NOT_MODIFIED;
    return isSame ? new ApiOutcome.Ok<>(new NoValue()) : outcome;
  }

  /** Takes back a message, if Telegram lets it. */
  void delete(ChatId home, long messageId) throws InterruptedException {
    api.deleteMessage(store.placeOf(home), messageId);
  }

  /** Shows for some seconds that somebody is at work, unless Telegram has enough to do. */
  void typing(ChatId home) throws InterruptedException {
    if (!limiter.isPressed()) {
      api.sendChatAction(store.placeOf(home), ForumTopic.threadOf(home), ChatAction.TYPING);
    }
  }

  ApiOutcome<SentMessage> file(ChatId home, Path file, String name, @Nullable String replyTo)
      throws IOException, InterruptedException {
    limiter.enter(store.placeOf(home));
    return following(
        home,
        place ->
            api.sendDocument(
                SendFile.of(place, file, name)
                    .inThread(ForumTopic.threadOf(home))
                    .replyingTo(
                        BridgeMessageId.messageId(replyTo, place, ForumTopic.groupOf(home)))));
  }

  private <T> ApiOutcome<T> following(ChatId home, Call<T> call)
      throws IOException, InterruptedException {
    ChatId place = store.placeOf(home);
    ApiOutcome<T> outcome = call.to(place);
    ChatId moved = outcome instanceof ApiOutcome.Refused<T> refused ? refused.migratedTo() : null;
    if (moved == null || moved.equals(place)) {
      return noted(outcome);
    }
    store.move(place, moved);
    return noted(call.to(moved));
  }

  private <T> ApiOutcome<T> noted(ApiOutcome<T> outcome) {
    if (outcome instanceof ApiOutcome.Retry<T>) {
      limiter.slowDown();
    }
    return outcome;
  }

  /** Whether it is refused for what another form of it might not be. */
  private static boolean isForm(ApiOutcome<?> outcome) {
    return outcome instanceof ApiOutcome.Refused<?> refused
        && switch (refused.kind()) {
          case BAD_FORMATTING, TOO_LONG, REPLY_GONE, OTHER -> true;
          case BLOCKED, CHAT_GONE, NOT_MODIFIED, CONFLICT, UNAUTHORIZED, MIGRATED, FILE_TOO_BIG ->
              false;
        };
  }
}
