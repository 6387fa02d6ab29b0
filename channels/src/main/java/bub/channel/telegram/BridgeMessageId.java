package bub.channel.telegram;

import bub.channel.telegram.api.TelegramMessage;
import bub.protocol.message.ChatId;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bridge's id for a message: {@code 42}, or {@code 42~1767225600} after an edit. Telegram
 * restarts its numbers when a group becomes a supergroup; there the id is {@code -100123.42}.
 */
final class BridgeMessageId {
  private static final Pattern FORM = Pattern.compile("(?:(-?\\d+)\\.)?(\\d+)(?:~-?\\d+)?");

  private BridgeMessageId() {}

  static String of(TelegramMessage message, ChatId home, boolean isEdit) {
    Instant edited = isEdit && message.edited() == null ? message.date() : message.edited();
    String id = of(message.id(), message.chat().id(), home);
    return edited == null ? id : id + "~" + edited.getEpochSecond();
  }

  static String of(long messageId, ChatId place, ChatId home) {
    return place.equals(home) ? String.valueOf(messageId) : place + "." + messageId;
  }

  /** Null when the message is in another Telegram chat. */
  static @Nullable Long messageId(@Nullable String ownId, ChatId place, ChatId home) {
    Matcher form = FORM.matcher(ownId == null ? "" : ownId);
    if (!form.matches()) {
      return null;
    }
    String where = form.group(1) == null ? home.value() : form.group(1);
    return where.equals(place.value()) ? Long.valueOf(form.group(2)) : null;
  }
}
