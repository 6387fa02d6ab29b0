package bub.channel.telegram.text;

import java.util.List;

/** Turns a model's Markdown into messages as Telegram wants them. */
public final class TelegramText {
  /** The most UTF-16 units Telegram takes in a message. */
  public static final int MAX_UNITS = 4096;

  /** The most entities Telegram heeds in a message. */
  public static final int MAX_ENTITIES = 100;

  /** The most UTF-16 units that are looked at; the rest is cut off, and the text says so. */
  public static final int MAX_INPUT = 100_000;

  private static final String CUT = "\n\n[…]";
  private static final String TAB = "    ";

  private TelegramText() {}

  /** The parts to send, in order; none when there is nothing to see. Any text will do. */
  public static List<MessagePart> of(String markdown) {
    return new Splitter(render(markdown)).parts();
  }

  /** The whole, before it is split. */
  static RenderedText render(String markdown) {
    boolean tooLong = markdown.length() > MAX_INPUT;
    String text = tooLong ? Glyphs.head(markdown, MAX_INPUT) : markdown;
    var canvas = new FormattedTextBuilder();
    new Blocks(canvas, clean(text).split("\n", -1)).write();
    if (tooLong) {
      canvas.write(CUT);
    }
    return canvas.rendered();
  }

  /** One kind of line end, no tabs (Telegram makes one space of each), no half characters. */
  private static String clean(String text) {
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
