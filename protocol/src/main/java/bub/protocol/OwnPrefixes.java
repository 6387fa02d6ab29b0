package bub.protocol;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The prefixes of addresses that belong to bub itself: no chat has one, and no channel. */
public final class OwnPrefixes {
  private static final Set<String> PREFIXES =
      Set.of(
          "agent", "system", "lobby", "global_lobby", "room", "a2a", "mcp", "hook", "api", "cli");

  private OwnPrefixes() {}

  public static boolean contains(String prefix) {
    return PREFIXES.contains(prefix);
  }

  /** The part of an address before its first colon; null when it has none. */
  static @Nullable String of(Address address) {
    int colon = address.value().indexOf(':');
    return colon < 0 ? null : address.value().substring(0, colon);
  }
}
