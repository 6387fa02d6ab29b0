package bub.protocol.lobby;

import bub.json.InvalidField;

/** A capability as a caller names it: its name, and which versions will do ({@code price@^2}). */
public record CapabilityRef(String name, VersionRange versions) {

  /** Reads {@code name} or {@code name@range}; a refusal names the field. */
  public static CapabilityRef check(String field, String text) {
    int at = text.indexOf('@');
    if (at < 0) {
      return new CapabilityRef(checkName(field, text), VersionRange.ANY);
    }
    VersionRange versions = VersionRange.parse(text.substring(at + 1));
    if (versions == null) {
      throw new InvalidField(field, "has no version range after the @, such as ^2 or 1.4.x");
    }
    return new CapabilityRef(checkName(field, text.substring(0, at)), versions);
  }

  private static String checkName(String field, String name) {
    if (name.isEmpty() || name.length() > Capability.MAX_NAME) {
      throw new InvalidField(field, "must have 1 to " + Capability.MAX_NAME + " characters");
    }
    return name;
  }

  /** Whether this was written as just this name. */
  public boolean isPlainly(String text) {
    return versions.equals(VersionRange.ANY) && name.equals(text);
  }

  /** Whether this names whole families, as {@code price_*} does. */
  public boolean isWildcard() {
    return name.indexOf('*') >= 0 || name.indexOf('?') >= 0 || name.indexOf('[') >= 0;
  }

  @Override
  public String toString() {
    return versions.equals(VersionRange.ANY) ? name : name + "@" + versions;
  }
}
