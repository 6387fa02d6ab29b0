package bub.channel.telegram.text;

import java.text.BreakIterator;
import java.util.Locale;

/** What people see as one character, and what they do not see at all. */
final class Glyphs {
  private Glyphs() {}

  /** The beginning of a text of at most so many units, with no character torn apart. */
  static String head(String text, int units) {
    return text.substring(0, boundary(text, 0, units));
  }

  /**
   * The last place up to {@code limit} where a text that is cut at {@code from} can be cut again. A
   * character that is longer than all of this, with thousands of marks on it, is torn apart between
   * two of them.
   */
  static int boundary(String text, int from, int limit) {
    if (limit >= text.length()) {
      return text.length();
    }
    int place = from + breaks(text, from, limit).preceding(limit - from + 1);
    if (place > from) {
      return place;
    }
    boolean inPair = Character.isSurrogatePair(text.charAt(limit - 1), text.charAt(limit));
    return inPair && limit - 1 > from ? limit - 1 : limit;
  }

  /** Whether what stands here is not part of the character before it. */
  static boolean begins(String text, int place) {
    return switch (Character.getType(text.codePointAt(place))) {
      case Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT ->
          false;
      default -> true;
    };
  }

  /** Where characters end between {@code from} and {@code limit}, counted from {@code from}. */
  private static BreakIterator breaks(String text, int from, int limit) {
    BreakIterator breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
    // a little more than needed: whether a character ends here depends on what follows
    breaks.setText(text.substring(from, Math.min(text.length(), limit + 2)));
    return breaks;
  }

  /** Whether Telegram would see anything in a text; it refuses one with nothing to see. */
  static boolean isVisible(String text) {
    return text.codePoints().anyMatch(Glyphs::isVisible);
  }

  static boolean isVisible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> !isBlank(point);
    };
  }

  /** Letters and marks that take room and show nothing. */
  private static boolean isBlank(int point) {
    return point == 0x2800
        || point == 0x3164
        || point == 0xFFA0
        || point == 0xFFFC
        || point >= 0x115F && point <= 0x1160
        || point >= 0xFE00 && point <= 0xFE0F
        || point >= 0xE0100 && point <= 0xE01EF
        || point == 0x034F;
  }
}
