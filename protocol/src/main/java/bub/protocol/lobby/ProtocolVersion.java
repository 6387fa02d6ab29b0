package bub.protocol.lobby;

import bub.json.InvalidField;
import org.jspecify.annotations.Nullable;

/** The version of the lobby's protocol, and the check of the versions that an agent speaks. */
public final class ProtocolVersion {
  /** Member of a message, or of a registration, that names the versions its sender speaks. */
  public static final String FIELD = "protocol_version";

  /** The version that this lobby speaks. */
  public static final Version CURRENT = new Version(0, 1, 0, "");

  private ProtocolVersion() {}

  /** Returns {@code asked} when it includes the version that this lobby speaks. */
  static @Nullable String check(@Nullable String asked) {
    if (asked == null || isSpokenBy(asked)) {
      return asked;
    }
    throw new InvalidField(
        FIELD, "this lobby speaks " + CURRENT + ", which '" + asked + "' does not include");
  }

  /** A plain version also means every other patch of it. */
  private static boolean isSpokenBy(String asked) {
    Version exact = Version.parse(asked);
    if (exact != null && !exact.isPreRelease()) {
      return exact.major() == CURRENT.major() && exact.minor() == CURRENT.minor();
    }
    VersionRange range = VersionRange.parse(asked);
    return range != null && range.contains(CURRENT);
  }
}
