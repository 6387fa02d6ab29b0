package bub.channel.telegram.text;

import org.commonmark.internal.InlineParserImpl;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.InlineParser;
import org.commonmark.parser.InlineParserContext;
import org.commonmark.parser.SourceLines;

/**
 * Inline parser that leaves a paragraph with too many signs as it is. The library's parser takes
 * time for signs times length, and recurses into nested signs.
 */
final class BoundedInlineParser implements InlineParser {
  /** Enough for 375 bold words; their nesting takes half of a stack of 1 MB at most. */
  private static final int MAX_SIGNS = 1_500;

  private static final long MAX_WORK = 20_000_000;
  private static final String SIGNS = "*_~[]`";

  // The library has no public name for its own parser.
  private final InlineParser parser;
  private long work;

  BoundedInlineParser(InlineParserContext context) {
    this.parser = new InlineParserImpl(context);
  }

  @Override
  public void parse(SourceLines lines, Node block) {
    String text = lines.getContent();
    long signs = text.chars().filter(c -> SIGNS.indexOf(c) >= 0).count();
    work += signs * text.length();
    if (signs > MAX_SIGNS || work > MAX_WORK) {
      block.appendChild(new Text(text));
    } else if (!text.isEmpty()) {
      parser.parse(lines, block);
    }
  }
}
