package bub.cli.screen;

import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Checks the form of a word, ignoring case. */
public final class WordForm {
  private WordForm() {}

  /**
   * Returns the word in lower case.
   *
   * @param problem description of a valid word, for the error message
   */
  public static String check(Pattern form, String text, String problem) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (!form.matcher(lower).matches()) {
      throw new TypeConversionException("'" + text + "' " + problem);
    }
    return lower;
  }
}
