package bub.channel.telegram.text;

import java.text.BreakIterator;
import java.util.Locale;

/** Boundaries and visibility of characters as people see them. */
final class Glyphs {
  private Glyphs() {}

  /** Returns the start of a text, at most this many units, without splitting a character. */
  static String head(String text, int units) {
    return text.substring(0, boundary(text, 0, units));
  }

  /**
   * Returns the last place up to {@code limit} where a text that is cut at {@code from} can be cut
   * again. A character that is longer than the range, with thousands of marks, is split between two
   * marks.
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

  /** Returns true when a new character begins here. */
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

  /**
   * Returns the character boundaries between {@code from} and {@code limit}, relative to {@code
   * from}.
   */
  private static BreakIterator breaks(String text, int from, int limit) {
    BreakIterator breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
    // a little more than needed: the end of a character depends on the next one
    breaks.setText(text.substring(from, Math.min(text.length(), limit + 2)));
    return breaks;
  }

  /** Returns true when Telegram would see any text; it refuses an invisible one. */
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

  /** Returns true for letters and marks that take space and show nothing. */
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
