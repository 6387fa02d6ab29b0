package bub.testkit;

import bub.json.Fields;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules of Telegram for a valid message. */
final class FakeBotApiRules {
  private static final int LONGEST_TEXT = 4096;

  private FakeBotApiRules() {}

  static List<RawJson> entities(FakeBotApiCall call) {
    RawJson entities = call.parameters().fields().find("entities");
    return entities == null || !entities.isArray() ? List.of() : entities.elements();
  }

  /** Returns the reply parameters: an object in a JSON call, or its text in a form. */
  static @Nullable RawJson replyParameters(FakeBotApiCall call) {
    RawJson reply = call.parameters().fields().find("reply_parameters");
    try {
      return reply != null && reply.isString() ? RawJson.parse(reply.asString()) : reply;
    } catch (InvalidJson notAnObject) {
      throw new IllegalArgumentException(notAnObject);
    }
  }

  /** Returns the reason for refusing a text, or null. */
  static @Nullable String problem(String text, List<RawJson> entities) {
    if (text.isBlank()) {
      return "message text is empty";
    }
    if (text.length() > LONGEST_TEXT) {
      return "message is too long";
    }
    for (RawJson entity : entities) {
      String problem = problem(text, entity.fields());
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String problem(String text, Fields entity) {
    long offset = entity.integer("offset", -1);
    long end = offset + entity.integer("length", -1);
    if (offset < 0 || end <= offset) {
      return "can't parse entities: wrong offset or length";
    }
    if (end > text.length()) {
      return "entity beginning at UTF-16 offset " + offset + " ends after the end of the text";
    }
    return splitsAPair(text, (int) offset) || splitsAPair(text, (int) end)
        ? "entity begins or ends in a middle of a UTF-16 symbol"
        : null;
  }

  private static boolean splitsAPair(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isLowSurrogate(text.charAt(at))
        && Character.isHighSurrogate(text.charAt(at - 1));
  }
}
