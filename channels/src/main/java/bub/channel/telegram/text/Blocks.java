package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parser for Markdown blocks: headings, code, quotes, lists, tables and paragraphs. Keeps line
 * breaks, as models expect.
 */
final class Blocks {
  private static final int DEEPEST_QUOTE = 16;
  private static final String RULE = "———";

  private final FormattedTextBuilder out;
  private final List<String> lines;
  private final int depth;
  private int at;
  private boolean begun;
  private boolean gap;

  Blocks(FormattedTextBuilder out, String[] lines) {
    this(out, Arrays.asList(lines), 0);
  }

  private Blocks(FormattedTextBuilder out, List<String> lines, int depth) {
    this.out = out;
    this.lines = lines;
    this.depth = depth;
  }

  void write() {
    while (at < lines.size()) {
      if (lines.get(at).isBlank()) {
        gap = true;
        at++;
      } else {
        separate();
        block(lines.get(at));
      }
    }
  }

  private void separate() {
    if (begun) {
      out.write(gap ? "\n\n" : "\n");
    }
    begun = true;
    gap = false;
  }

  private void block(String line) {
    Fence fence = Fence.opening(line);
    ListItem item = ListItem.of(line);
    int level = headingLevel(line);
    if (fence != null) {
      code(fence);
    } else if (level > 0) {
      heading(line.strip().substring(level));
    } else if (isRule(line)) {
      out.write(RULE);
      at++;
    } else if (isQuote(line)) {
      quote();
    } else if (item != null) {
      out.write(item.lead());
      paragraph(item.text(), " ".repeat(item.indent()));
    } else if (MarkdownTable.beginsAt(lines, at)) {
      table();
    } else {
      paragraph(line.stripTrailing(), null);
    }
  }

  private void code(Fence fence) {
    var code = new ArrayList<String>();
    at++;
    while (at < lines.size() && !fence.isClosedBy(lines.get(at))) {
      code.add(fence.unindented(lines.get(at++)));
    }
    at++;
    out.block(String.join("\n", code).stripTrailing(), fence.language());
  }

  private void heading(String text) {
    String title = text.strip();
    int end = title.length();
    while (end > 0 && title.charAt(end - 1) == '#') {
      end--;
    }
    // "C#" ends in a sign, "title ##" in a decoration
    boolean decorated = end == 0 || title.charAt(end - 1) == ' ';
    out.begin(MessageEntity.BOLD);
    Inlines.write(out, decorated ? title.substring(0, end).strip() : title);
    out.end();
    at++;
  }

  private static int headingLevel(String line) {
    String text = line.strip();
    int level = 0;
    while (level < text.length() && text.charAt(level) == '#') {
      level++;
    }
    boolean ends = level == text.length() || text.charAt(level) == ' ';
    return level <= 6 && ends ? level : 0;
  }

  private static boolean isRule(String line) {
    String signs = line.replace(" ", "");
    return signs.length() >= 3
        && "-*_".indexOf(signs.charAt(0)) >= 0
        && signs.chars().allMatch(sign -> sign == signs.charAt(0));
  }

  private boolean isQuote(String line) {
    return depth < DEEPEST_QUOTE && line.stripLeading().startsWith(">");
  }

  /** Renders nested quotes as one, because Telegram cannot nest them. */
  private void quote() {
    var inside = new ArrayList<String>();
    while (at < lines.size() && isQuote(lines.get(at))) {
      String line = lines.get(at++).stripLeading().substring(1);
      inside.add(line.startsWith(" ") ? line.substring(1) : line);
    }
    out.begin(MessageEntity.BLOCKQUOTE);
    new Blocks(out, inside, depth + 1).write();
    out.end();
  }

  private void table() {
    var table = new ArrayList<String>();
    while (at < lines.size() && lines.get(at).indexOf('|') >= 0) {
      table.add(lines.get(at++));
    }
    out.block(new MarkdownTable(table).monospaced(), null);
  }

  /** Renders text up to the next block. In a list, its later lines are indented under the first. */
  private void paragraph(String first, @Nullable String indent) {
    var text = new StringBuilder(first);
    at++;
    while (at < lines.size() && !startsBlock(lines.get(at))) {
      String line = lines.get(at++).stripTrailing();
      text.append('\n').append(indent == null ? line : indent + line.stripLeading());
    }
    Inlines.write(out, text.toString());
  }

  private boolean startsBlock(String line) {
    return line.isBlank()
        || Fence.opening(line) != null
        || headingLevel(line) > 0
        || isRule(line)
        || isQuote(line)
        || ListItem.of(line) != null
        || MarkdownTable.beginsAt(lines, at);
  }
}
