package bub.protocol;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Address prefixes that belong to bub itself. No chat and no channel has one of them. */
public final class OwnPrefixes {
  private static final Set<String> PREFIXES =
      Set.of(
          "agent", "system", "lobby", "global_lobby", "room", "a2a", "mcp", "hook", "api", "cli");

  private OwnPrefixes() {}

  public static boolean contains(String prefix) {
    return PREFIXES.contains(prefix);
  }

  /** Returns the part of an address before its first colon, or null when it has none. */
  static @Nullable String of(Address address) {
    int colon = address.value().indexOf(':');
    return colon < 0 ? null : address.value().substring(0, colon);
  }
}
