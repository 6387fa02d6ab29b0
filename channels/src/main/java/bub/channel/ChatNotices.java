package bub.channel;

import bub.channel.store.ChatStore.GivenUp;
import java.time.Duration;

/** Texts that the chat service itself sends to a person. */
final class ChatNotices {
  private static final int EXCERPT = 60;

  private ChatNotices() {}

  static String refused(GivenUp messages, String reason) {
    return which(messages) + " could not be delivered: " + sentenceEnd(reason);
  }

  static String notHandled(GivenUp message, String reason) {
    return which(message) + " could not be handled: " + sentenceEnd(reason);
  }

  static String tooOld(GivenUp messages, Duration age, String reason) {
    return "%s got no answer within %s and will not be answered: %s"
        .formatted(which(messages), words(age), sentenceEnd(reason));
  }

  /** Ends a sentence with a reason that may have its own full stop. */
  static String sentenceEnd(String reason) {
    String text = reason.stripTrailing();
    boolean isEnded = !text.isEmpty() && ".!?…".indexOf(text.charAt(text.length() - 1)) >= 0;
    return isEnded ? text : text + ".";
  }

  private static String which(GivenUp messages) {
    String first = "Your message “" + excerpt(messages.firstText()) + "”";
    int others = messages.count() - 1;
    if (others == 0) {
      return first;
    }
    return first + (others == 1 ? " and one more" : " and " + others + " more");
  }

  private static String excerpt(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    if (line.codePointCount(0, line.length()) <= EXCERPT) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, EXCERPT)) + "…";
  }

  static String words(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds % 3_600 == 0 && seconds > 0) {
      return count(seconds / 3_600, "hour");
    }
    return seconds % 60 == 0 && seconds > 0
        ? count(seconds / 60, "minute")
        : count(seconds, "second");
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }
}
