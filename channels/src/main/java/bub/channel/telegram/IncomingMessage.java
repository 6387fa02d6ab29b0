package bub.channel.telegram;

import bub.channel.ChannelDescription;
import bub.channel.telegram.api.TelegramMessage;
import bub.channel.telegram.store.ForumTopic;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.util.List;
import java.util.Locale;

/**
 * A message of a person with access to the bot. An album is one message.
 *
 * @param parts Telegram's messages: one, or all those of an album, oldest first
 * @param home id of the chat, which stays the same when Telegram gives the chat another number
 */
record IncomingMessage(
    List<TelegramMessage> parts, MessageAuthor author, ChatId home, boolean isEdit) {
  IncomingMessage {
    parts = List.copyOf(parts);
  }

  TelegramMessage first() {
    return parts.getFirst();
  }

  boolean isInGroup() {
    return first().chat().isGroup();
  }

  /** Each topic has its own agent. */
  ChatId conversation() {
    return ForumTopic.conversation(home, first().thread());
  }

  String ownId() {
    return ownId(first());
  }

  String ownId(TelegramMessage part) {
    return BridgeMessageId.of(part, home, isEdit);
  }

  ChatMessage with(String words, List<RawJson> attachments) {
    TelegramMessage answered = first().answered();
    return new ChatMessage(
        words,
        String.valueOf(author.id()),
        ChannelDescription.TELEGRAM.channel(),
        author.username(),
        author.name(),
        first().chat().type().name().toLowerCase(Locale.ROOT),
        ownId(),
        answered == null ? null : BridgeMessageId.of(answered.id(), first().chat().id(), home),
        attachments);
  }
}
