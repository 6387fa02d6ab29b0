package bub.console.login;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Role of a user of the console. */
public enum ConsoleRole {
  /** May see everything and change nothing. */
  VIEWER,
  OPERATOR;

  public boolean mayChangeThings() {
    return this == OPERATOR;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static @Nullable ConsoleRole of(String word) {
    for (ConsoleRole role : values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    return null;
  }
}
