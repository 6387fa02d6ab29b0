package bub.channel.telegram.text;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The opening line of a code block: its sign, their number and the indent. */
record Fence(char sign, int count, int indent, @Nullable String language) {
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z0-9_+#.-]{1,40}");

  static @Nullable Fence opening(String line) {
    String text = line.strip();
    if (!text.startsWith("```") && !text.startsWith("~~~")) {
      return null;
    }
    char sign = text.charAt(0);
    int count = run(text, sign);
    String info = text.substring(count).strip();
    if (info.indexOf('`') >= 0) {
      return null; // inline code with many signs around it
    }
    int indent = line.length() - line.stripLeading().length();
    String word = info.split("[ ,{:]", 2)[0];
    return new Fence(sign, count, indent, LANGUAGE.matcher(word).matches() ? word : null);
  }

  private static int run(String text, char sign) {
    int count = 0;
    while (count < text.length() && text.charAt(count) == sign) {
      count++;
    }
    return count;
  }

  boolean isClosedBy(String line) {
    String text = line.strip();
    int signs = run(text, sign);
    return signs >= count && signs == text.length();
  }

  /** Removes the fence's indent from a line of code. */
  String unindented(String line) {
    int spaces = 0;
    while (spaces < Math.min(indent, line.length()) && line.charAt(spaces) == ' ') {
      spaces++;
    }
    return line.substring(spaces);
  }
}
