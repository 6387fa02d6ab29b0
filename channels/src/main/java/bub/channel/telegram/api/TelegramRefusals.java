package bub.channel.telegram.api;

import java.util.List;
import java.util.Locale;

/**
 * Classifier of refusals by their text, because Telegram has codes for few of them. It documents no
 * texts, so an unknown one is {@link TelegramRefusal#OTHER}.
 */
final class TelegramRefusals {
  private record Words(TelegramRefusal kind, List<String> any) {}

  private static final List<Words> BY_WORDS =
      List.of(
          new Words(TelegramRefusal.NOT_MODIFIED, List.of("message is not modified")),
          new Words(
              TelegramRefusal.BAD_FORMATTING,
              List.of(
                  "can't parse",
                  "can't find end of",
                  "entity begin",
                  "entity_",
                  "entities_",
                  "url host",
                  "http url")),
          new Words(TelegramRefusal.TOO_LONG, List.of("too long", "too_long")),
          new Words(
              TelegramRefusal.REPLY_GONE,
              List.of(
                  "message to be replied not found",
                  "replied message not found",
                  "reply message not found",
                  "message to reply not found",
                  "message to edit not found",
                  "message to delete not found",
                  "message can't be edited",
                  "message thread not found",
                  "message_id_invalid",
                  "topic_closed",
                  "topic_deleted")),
          new Words(TelegramRefusal.MIGRATED, List.of("upgraded to a supergroup")),
          new Words(
              TelegramRefusal.FILE_TOO_BIG, List.of("file is too big", "request entity too large")),
          new Words(
              TelegramRefusal.CHAT_GONE,
              List.of(
                  "chat not found",
                  "user not found",
                  "peer_id_invalid",
                  "deactivated",
                  "group chat was deleted",
                  "chat_id_invalid",
                  "chat_id is empty")),
          new Words(
              TelegramRefusal.BLOCKED,
              List.of("not enough rights", "have no rights", "need administrator", "forbidden")));

  private TelegramRefusals() {}

  static TelegramRefusal kind(int code, String description) {
    return switch (code) {
      case 401 -> TelegramRefusal.UNAUTHORIZED;
      case 409 -> TelegramRefusal.CONFLICT;
      case 413 -> TelegramRefusal.FILE_TOO_BIG;
      case 404 ->
          description.equals("Not Found") ? TelegramRefusal.UNAUTHORIZED : TelegramRefusal.OTHER;
      default -> byWords(description.toLowerCase(Locale.ROOT));
    };
  }

  private static TelegramRefusal byWords(String description) {
    for (Words words : BY_WORDS) {
      if (words.any().stream().anyMatch(description::contains)) {
        return words.kind();
      }
    }
    return TelegramRefusal.OTHER;
  }
}
