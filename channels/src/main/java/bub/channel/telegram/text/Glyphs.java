package bub.channel.telegram.text;

import java.text.BreakIterator;
import java.util.Locale;

/** Boundaries and visibility of characters as people see them. */
final class Glyphs {
  private Glyphs() {}

  /** Does not split a character. */
  static String head(String text, int units) {
    return text.substring(0, boundary(text, 0, units));
  }

  /** Splits only a character that is longer than the range, with thousands of marks. */
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

  /** Relative to {@code from}. */
  private static BreakIterator breaks(String text, int from, int limit) {
    BreakIterator breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
    // a little more than needed: the end of a character depends on the next one
    breaks.setText(text.substring(from, Math.min(text.length(), limit + 2)));
    return breaks;
  }

  /** Telegram refuses an invisible text. */
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

  /** Letters and marks that take space and show nothing. */
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
