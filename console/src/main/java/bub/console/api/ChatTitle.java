package bub.console.api;

import org.jspecify.annotations.Nullable;

/** Title from the first words of a chat. */
final class ChatTitle {
  private static final int MOST = 60;

  private ChatTitle() {}

  /** Returns the words on one line, cut at the end of a word. */
  static @Nullable String of(@Nullable String words) {
    if (words == null || words.isBlank()) {
      return null;
    }
    String line = words.strip().replaceAll("\\s+", " ");
    if (line.codePointCount(0, line.length()) <= MOST) {
      return line;
    }
    String cut = line.substring(0, line.offsetByCodePoints(0, MOST));
    int end = cut.lastIndexOf(' ');
    return (end > MOST / 2 ? cut.substring(0, end) : cut) + "…";
  }
}
