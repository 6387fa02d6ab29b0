package bub.cli.screen;

import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Words that must have a form, in which capitals mean nothing. */
public final class WordForm {
  private WordForm() {}

  /** The word in small letters; {@code problem} says what one of that form would be. */
  public static String check(Pattern form, String text, String problem) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (!form.matcher(lower).matches()) {
      throw new TypeConversionException("'" + text + "' " + problem);
    }
    return lower;
  }
}
