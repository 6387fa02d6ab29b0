package bub.lobby.store;

import java.util.regex.Pattern;

/**
 * Prepares texts for the index of words. It cuts at all that is neither letter nor digit, so {@code
 * find_price} is two words to it; this adds what it cannot know: {@code findPrice} is two words as
 * well, and ideographs stand without spaces between them.
 */
final class IndexWords {
  private static final Pattern IDEOGRAPH = Pattern.compile("\\p{IsIdeographic}");
  private static final Pattern HUMP =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private IndexWords() {}

  static String of(String text) {
    return IDEOGRAPH.matcher(text).replaceAll(" $0 ");
  }

  /** The name as a whole, and in parts where it is written as {@code findPrice}. */
  static String ofName(String name) {
    String parts = HUMP.matcher(name).replaceAll(" ");
    return parts.length() == name.length() ? name : name + " " + parts;
  }
}
