package bub.channel.telegram.text;

import java.util.List;

/** Converter of a model's Markdown to Telegram messages. */
public final class TelegramText {
  /** Maximum UTF-16 units of a message at Telegram. */
  public static final int MAX_UNITS = 4096;

  /** Maximum number of entities that Telegram applies to a message. */
  public static final int MAX_ENTITIES = 100;

  /** Maximum UTF-16 units of the input; the rest is cut off, and the text says so. */
  public static final int MAX_INPUT = 100_000;

  private static final String CUT = "\n\n[…]";
  private static final String TAB = "    ";

  private TelegramText() {}

  /** The messages are in order; none when nothing is visible. Accepts any text. */
  public static List<MessagePart> of(String markdown) {
    return new Splitter(render(markdown)).parts();
  }

  static RenderedText render(String markdown) {
    boolean tooLong = markdown.length() > MAX_INPUT;
    String text = tooLong ? Glyphs.head(markdown, MAX_INPUT) : markdown;
    var canvas = new FormattedTextBuilder();
    write(clean(text), canvas);
    if (tooLong) {
      canvas.write(CUT);
    }
    return canvas.rendered();
  }

  private static void write(String markdown, FormattedTextBuilder canvas) {
    if (MarkdownLimits.areExceededBy(markdown)) {
      canvas.write(markdown);
    } else {
      var source = new MarkdownSource(markdown);
      source.parse().accept(new MarkdownRenderer(source, canvas));
    }
  }

  /** Normalizes line ends, tabs (Telegram shows each as one space) and unpaired surrogates. */
  static String clean(String text) {
    var clean = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .replace('\r', '\n')
        .replace("\t", TAB)
        .codePoints()
        .filter(point -> point == '\n' || !Character.isISOControl(point))
        .map(point -> Character.getType(point) == Character.SURROGATE ? 0xFFFD : point)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }
}
