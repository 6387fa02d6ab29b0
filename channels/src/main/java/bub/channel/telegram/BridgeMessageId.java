package bub.channel.telegram;

import bub.channel.telegram.api.TelegramMessage;
import bub.protocol.message.ChatId;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bridge's name for a message: {@code 42}, or {@code 42~1767225600} after it was changed. In a
 * group that got another number Telegram counts from one again: there it is {@code -100123.42}.
 */
final class BridgeMessageId {
  private static final Pattern FORM = Pattern.compile("(?:(-?\\d+)\\.)?(\\d+)(?:~-?\\d+)?");

  private BridgeMessageId() {}

  static String of(TelegramMessage message, ChatId home, boolean isEdit) {
    Instant edited = isEdit && message.edited() == null ? message.date() : message.edited();
    String id = of(message.id(), message.chat().id(), home);
    return edited == null ? id : id + "~" + edited.getEpochSecond();
  }

  /** The name of a message as it was first written. */
  static String of(long messageId, ChatId place, ChatId home) {
    return place.equals(home) ? String.valueOf(messageId) : place + "." + messageId;
  }

  /** Telegram's number of the message, or null when it is not in this place. */
  static @Nullable Long messageId(@Nullable String ownId, ChatId place, ChatId home) {
    Matcher form = FORM.matcher(ownId == null ? "" : ownId);
    if (!form.matches()) {
      return null;
    }
    String where = form.group(1) == null ? home.value() : form.group(1);
    return where.equals(place.value()) ? Long.valueOf(form.group(2)) : null;
  }
}
