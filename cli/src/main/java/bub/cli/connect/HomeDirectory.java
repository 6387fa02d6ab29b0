package bub.cli.connect;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Home directory of this user, from the account or {@code HOME}. */
public final class HomeDirectory {
  private HomeDirectory() {}

  /** Returns null for a user without a home, as in some containers. */
  public static @Nullable Path find() {
    return of(System.getProperty("user.home"));
  }

  /** Returns null for "?", which Java reports when it does not know the home. */
  static @Nullable Path of(@Nullable String property) {
    return property == null || !property.startsWith("/") ? null : Path.of(property);
  }
}
