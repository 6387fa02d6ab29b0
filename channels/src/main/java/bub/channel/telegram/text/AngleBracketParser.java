package bub.channel.telegram.text;

import java.util.Set;
import org.commonmark.node.Text;
import org.commonmark.parser.beta.InlineContentParser;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.InlineParserState;
import org.commonmark.parser.beta.ParsedInline;
import org.commonmark.parser.beta.Position;
import org.commonmark.parser.beta.Scanner;

/**
 * Parser for {@code <}, which is text. The library's parsers search from each {@code <} to the end
 * of the paragraph, and match addresses with a regular expression that recurses.
 */
final class AngleBracketParser implements InlineContentParser {

  static InlineContentParserFactory factory() {
    return new InlineContentParserFactory() {
      @Override
      public Set<Character> getTriggerCharacters() {
        return Set.of('<');
      }

      @Override
      public InlineContentParser create() {
        return new AngleBracketParser();
      }
    };
  }

  @Override
  public ParsedInline tryParse(InlineParserState state) {
    Scanner scanner = state.scanner();
    scanner.next();
    Position inside = scanner.position();
    scanner.match(c -> c != Scanner.END && "<> \n".indexOf(c) < 0);
    String url = scanner.getSource(inside, scanner.position()).getContent();
    return scanner.next('>') && TelegramLinks.accept(url)
        ? ParsedInline.of(new Text(url), scanner.position())
        : ParsedInline.of(new Text("<"), inside);
  }
}
