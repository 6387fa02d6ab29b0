package bub.lobby.store;

import java.util.regex.Pattern;

/**
 * Texts as the word index needs them. The index splits at everything except letters and digits, so
 * {@code find_price} is two words. This class also splits {@code findPrice}, and separates
 * ideographs, which have no spaces between them.
 */
final class IndexWords {
  private static final Pattern IDEOGRAPH = Pattern.compile("\\p{IsIdeographic}");
  private static final Pattern HUMP =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private IndexWords() {}

  static String of(String text) {
    return IDEOGRAPH.matcher(text).replaceAll(" $0 ");
  }

  /** Name as a whole, plus its parts when it is written like {@code findPrice}. */
  static String ofName(String name) {
    String parts = HUMP.matcher(name).replaceAll(" ");
    return parts.length() == name.length() ? name : name + " " + parts;
  }
}
