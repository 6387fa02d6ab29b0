package bub.channel.telegram;

import bub.channel.telegram.api.BotApi;
import bub.channel.telegram.api.ChatAction;
import bub.channel.telegram.api.Done;
import bub.channel.telegram.api.EditText;
import bub.channel.telegram.api.Outcome;
import bub.channel.telegram.api.Refusal;
import bub.channel.telegram.api.SendFile;
import bub.channel.telegram.api.SendText;
import bub.channel.telegram.api.Sent;
import bub.channel.telegram.store.ForumTopic;
import bub.channel.telegram.store.TelegramStore;
import bub.channel.telegram.text.Part;
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
final class Courier {
  private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

  private final BotApi api;
  private final TelegramStore store;
  private final Pace pace;

  Courier(BotApi api, TelegramStore store, Pace pace) {
    this.api = api;
    this.store = store;
    this.pace = pace;
  }

  /** One way to call Telegram about a chat that may have another number by now. */
  private interface Call<T> {
    Outcome<T> to(ChatId place) throws IOException, InterruptedException;
  }

  /** Sends a text when it is its turn, as an answer if that is still possible. */
  Outcome<Sent> text(ChatId home, Part part, @Nullable String replyTo)
      throws IOException, InterruptedException {
    pace.enter(store.placeOf(home));
    return following(
        home,
        place -> {
          Outcome<Sent> outcome = api.sendMessage(message(place, home, part, replyTo));
          if (!isForm(outcome)) {
            return outcome;
          }
          LOG.debug("chat {}: {}; sending it plain", home, outcome);
          return api.sendMessage(message(place, home, plain(part), null));
        });
  }

  /** Sends a text at once and as it is; the caller knows that it may. */
  Outcome<Sent> sketch(ChatId home, Part part, @Nullable String replyTo)
      throws InterruptedException {
    return noted(api.sendMessage(message(store.placeOf(home), home, part, replyTo)));
  }

  /** The same words in a form that cannot be refused. */
  private static Part plain(Part part) {
    return new Part(part.plain(), List.of());
  }

  /** The home of a topic says where in its group the message goes. */
  private static SendText message(ChatId place, ChatId home, Part part, @Nullable String replyTo) {
    return SendText.plain(place, part.text())
        .withEntities(part.entities())
        .inThread(ForumTopic.threadOf(home))
        .replyingTo(OwnId.messageId(replyTo, place, ForumTopic.groupOf(home)));
  }

  /** Changes the text of a message. The caller waits for its turn. */
  Outcome<Done> edit(ChatId home, long messageId, Part part)
      throws IOException, InterruptedException {
    ChatId place = store.placeOf(home);
    Outcome<Done> outcome = edited(place, messageId, part);
    boolean isForm =
        outcome instanceof Outcome.Refused<Done> refused
            && refused.kind() == Refusal.BAD_FORMATTING;
    return noted(isForm ? edited(place, messageId, plain(part)) : outcome);
  }

  private Outcome<Done> edited(ChatId place, long messageId, Part part)
      throws InterruptedException {
    Outcome<Done> outcome =
        api.editMessageText(new EditText(place, messageId, part.text(), part.entities()));
    boolean isSame =
        outcome instanceof Outcome.Refused<Done> refused && refused.kind() == Refusal.NOT_MODIFIED;
    return isSame ? new Outcome.Ok<>(new Done()) : outcome;
  }

  /** Takes back a message, if Telegram lets it. */
  void delete(ChatId home, long messageId) throws InterruptedException {
    api.deleteMessage(store.placeOf(home), messageId);
  }

  /** Shows for some seconds that somebody is at work, unless Telegram has enough to do. */
  void typing(ChatId home) throws InterruptedException {
    if (!pace.isPressed()) {
      api.sendChatAction(store.placeOf(home), ForumTopic.threadOf(home), ChatAction.TYPING);
    }
  }

  Outcome<Sent> file(ChatId home, Path file, String name, @Nullable String replyTo)
      throws IOException, InterruptedException {
    pace.enter(store.placeOf(home));
    return following(
        home,
        place ->
            api.sendDocument(
                SendFile.of(place, file, name)
                    .inThread(ForumTopic.threadOf(home))
                    .replyingTo(OwnId.messageId(replyTo, place, ForumTopic.groupOf(home)))));
  }

  private <T> Outcome<T> following(ChatId home, Call<T> call)
      throws IOException, InterruptedException {
    ChatId place = store.placeOf(home);
    Outcome<T> outcome = call.to(place);
    ChatId moved = outcome instanceof Outcome.Refused<T> refused ? refused.migratedTo() : null;
    if (moved == null || moved.equals(place)) {
      return noted(outcome);
    }
    store.move(place, moved);
    return noted(call.to(moved));
  }

  private <T> Outcome<T> noted(Outcome<T> outcome) {
    if (outcome instanceof Outcome.Retry<T>) {
      pace.slowDown();
    }
    return outcome;
  }

  /** Whether it is refused for what another form of it might not be. */
  private static boolean isForm(Outcome<?> outcome) {
    return outcome instanceof Outcome.Refused<?> refused
        && switch (refused.kind()) {
          case BAD_FORMATTING, TOO_LONG, REPLY_GONE, OTHER -> true;
          case BLOCKED, CHAT_GONE, NOT_MODIFIED, CONFLICT, UNAUTHORIZED, MIGRATED, FILE_TOO_BIG ->
              false;
        };
  }
}
