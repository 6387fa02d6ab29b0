package bub.channel.telegram.text;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** Markdown as the parser reads it, and the source of each node. */
final class MarkdownSource {
  /**
   * Sign that lets two stars be emphasis between punctuation and a letter, as in scripts without
   * spaces ({@code **注意：**这个}). It is punctuation that nobody writes.
   */
  private static final String SEAM = "\uA95F";

  private static final Pattern NEEDS_SEAM =
      Pattern.compile(
          "(?<=[\\p{P}\\p{S}&&[^*\\\\]])\\*{2,}+(?=[\\p{L}\\p{M}\\p{N}])"
              + "|(?<=[\\p{L}\\p{M}\\p{N}])(?=\\*{2,}+[\\p{P}\\p{S}&&[^*]])");

  private static final Parser PARSER =
      Parser.builder()
          .extensions(
              List.of(
                  TablesExtension.create(),
                  StrikethroughExtension.builder().requireTwoTildes(true).build()))
          // without blocks of HTML, which would be text including the Markdown in them
          .enabledBlockTypes(
              Set.of(
                  BlockQuote.class,
                  Heading.class,
                  FencedCodeBlock.class,
                  ThematicBreak.class,
                  ListBlock.class,
                  IndentedCodeBlock.class))
          .customInlineContentParserFactory(AngleBracketParser.factory())
          .inlineParserFactory(BoundedInlineParser::new)
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .build();

  private final String text;
  private final boolean hasSeams;

  MarkdownSource(String markdown) {
    this.hasSeams = !markdown.contains(SEAM);
    this.text = hasSeams ? NEEDS_SEAM.matcher(markdown).replaceAll("$0" + SEAM) : markdown;
  }

  Node parse() {
    return PARSER.parse(text);
  }

  /** Without the signs of the blocks around it. */
  Stream<String> lines(Node block) {
    return block.getSourceSpans().stream()
        .map(span -> span.getInputIndex())
        .map(at -> shown(text.substring(at, lineEnd(at))));
  }

  private int lineEnd(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  /** Removes our signs and the control codes of entities. */
  String shown(String words) {
    return TelegramText.clean(hasSeams ? words.replace(SEAM, "") : words);
  }
}
