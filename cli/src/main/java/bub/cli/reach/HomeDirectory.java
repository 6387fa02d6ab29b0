package bub.cli.reach;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The home directory of this user, as the account or {@code HOME} names it. */
public final class HomeDirectory {
  private HomeDirectory() {}

  /** Null for a user who has none, as in some containers. */
  public static @Nullable Path find() {
    return of(System.getProperty("user.home"));
  }

  /** Java says "?" when it does not know. */
  static @Nullable Path of(@Nullable String property) {
    return property == null || !property.startsWith("/") ? null : Path.of(property);
  }
}
