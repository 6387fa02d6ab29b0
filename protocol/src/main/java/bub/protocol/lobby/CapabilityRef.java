package bub.protocol.lobby;

import bub.json.InvalidField;

/** Reference to a capability by its name and acceptable versions, such as {@code price@^2}. */
public record CapabilityRef(String name, VersionRange versions) {

  public static CapabilityRef check(String field, String text) {
    int at = text.indexOf('@');
    if (at < 0) {
      return new CapabilityRef(checkName(field, text), VersionRange.ANY);
    }
    VersionRange versions = VersionRange.parse(text.substring(at + 1));
    if (versions == null) {
      throw new InvalidField(field, "must have a version range after the @, such as ^2 or 1.4.x");
    }
    return new CapabilityRef(checkName(field, text.substring(0, at)), versions);
  }

  private static String checkName(String field, String name) {
    if (name.isEmpty() || name.length() > Capability.MAX_NAME) {
      throw new InvalidField(field, "must have 1 to " + Capability.MAX_NAME + " characters");
    }
    return name;
  }

  public boolean isPlainly(String text) {
    return versions.equals(VersionRange.ANY) && name.equals(text);
  }

  /** True when this names several capabilities, such as {@code price_*}. */
  public boolean isWildcard() {
    return name.indexOf('*') >= 0 || name.indexOf('?') >= 0 || name.indexOf('[') >= 0;
  }

  @Override
  public String toString() {
    return versions.equals(VersionRange.ANY) ? name : name + "@" + versions;
  }
}
