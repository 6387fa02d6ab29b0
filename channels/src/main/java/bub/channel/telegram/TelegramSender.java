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

/** Sender to a chat's current Telegram id. Blocks; safe for any thread, one thread per chat. */
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

  /** A call to Telegram for a chat whose id may have changed. */
  private interface Call<T> {
    ApiOutcome<T> to(ChatId place) throws IOException, InterruptedException;
  }

  /** Falls back to plain text without a reply when Telegram refuses the form. */
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
          LOG.debug("Chat {}: {}; sending plain text", home, outcome);
          return api.sendMessage(message(place, home, plain(part), null));
        });
  }

  /** The caller has checked the rate limit. */
  ApiOutcome<SentMessage> sketch(ChatId home, MessagePart part, @Nullable String replyTo)
      throws InterruptedException {
    return noted(api.sendMessage(message(store.placeOf(home), home, part, replyTo)));
  }

  /** Telegram cannot refuse text without formatting. */
  private static MessagePart plain(MessagePart part) {
    return new MessagePart(part.plain(), List.of());
  }

  /** The home of a topic selects the thread in its group. */
  private static SendText message(
      ChatId place, ChatId home, MessagePart part, @Nullable String replyTo) {
    return SendText.plain(place, part.text())
        .withEntities(part.entities())
        .inThread(ForumTopic.threadOf(home))
        .replyingTo(BridgeMessageId.messageId(replyTo, place, ForumTopic.groupOf(home)));
  }

  /** The caller has checked the rate limit. */
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

  void delete(ChatId home, long messageId) throws InterruptedException {
    api.deleteMessage(store.placeOf(home), messageId);
  }

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

  /** True when Telegram refused only the form of the message. */
  private static boolean isForm(ApiOutcome<?> outcome) {
    return outcome instanceof ApiOutcome.Refused<?> refused
        && switch (refused.kind()) {
          case BAD_FORMATTING, TOO_LONG, REPLY_GONE, OTHER -> true;
          case BLOCKED, CHAT_GONE, NOT_MODIFIED, CONFLICT, UNAUTHORIZED, MIGRATED, FILE_TOO_BIG ->
              false;
        };
  }
}
