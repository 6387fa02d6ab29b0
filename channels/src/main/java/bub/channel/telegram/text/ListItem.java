package bub.channel.telegram.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a list item.
 *
 * @param lead prefix of its text: the indent, and a bullet or the number
 * @param indent indent of its other lines
 */
record ListItem(String lead, String text, int indent) {
  private static final Pattern ITEM =
      Pattern.compile("( *)([-*+]|[0-9]{1,9}[.)]) +(?:\\[([ xX])] +)?(\\S.*)");
  private static final int DEEPEST = 24;

  static @Nullable ListItem of(String line) {
    Matcher item = ITEM.matcher(line);
    if (!item.matches()) {
      return null;
    }
    String marker = item.group(2).length() == 1 ? "•" : item.group(2);
    String box = item.group(3);
    if (box != null) {
      marker = box.equals(" ") ? "☐" : "☑";
    }
    String lead = " ".repeat(Math.min(DEEPEST, item.group(1).length())) + marker + " ";
    return new ListItem(lead, item.group(4).stripTrailing(), lead.length());
  }
}
