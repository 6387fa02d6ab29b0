package bub.protocol;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Address prefixes of bub itself, which no chat and no channel has. */
public final class OwnPrefixes {
  private static final Set<String> PREFIXES =
      Set.of(
          "agent", "system", "lobby", "global_lobby", "room", "a2a", "mcp", "hook", "api", "cli");

  private OwnPrefixes() {}

  public static boolean contains(String prefix) {
    return PREFIXES.contains(prefix);
  }

  /** Part before the first colon; null when there is none. */
  static @Nullable String of(Address address) {
    int colon = address.value().indexOf(':');
    return colon < 0 ? null : address.value().substring(0, colon);
  }
}
