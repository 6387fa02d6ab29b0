package bub.protocol.lobby;

import bub.json.InvalidField;
import org.jspecify.annotations.Nullable;

/** Version of the lobby's protocol, with the check of the versions that an agent speaks. */
public final class ProtocolVersion {
  public static final String FIELD = "protocol_version";

  public static final Version CURRENT = new Version(0, 1, 0, "");

  private ProtocolVersion() {}

  static @Nullable String check(@Nullable String asked) {
    if (asked == null || isSpokenBy(asked)) {
      return asked;
    }
    throw new InvalidField(
        FIELD, "this lobby supports " + CURRENT + ", which '" + asked + "' does not include");
  }

  /** A plain version includes all its patches. */
  private static boolean isSpokenBy(String asked) {
    Version exact = Version.parse(asked);
    if (exact != null && !exact.isPreRelease()) {
      return exact.major() == CURRENT.major() && exact.minor() == CURRENT.minor();
    }
    VersionRange range = VersionRange.parse(asked);
    return range != null && range.contains(CURRENT);
  }
}
