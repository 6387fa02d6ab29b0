package bub.cli.screen;

import java.util.regex.Pattern;

/** A word as a POSIX shell reads it. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellWord() {}

  /** The word in single quotes, unless it needs none. */
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
