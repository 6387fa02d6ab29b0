package bub.protocol.lobby;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Set of acceptable versions, such as {@code *}, {@code 2.1.x}, {@code ^2.1} or {@code >=1.2 <3}. A
 * capability without a version matches {@code *} only. A pre-release matches {@code *}, or a range
 * that names a pre-release of the same numbers.
 */
public final class VersionRange {
  public static final VersionRange ANY = new VersionRange("*", List.of());

  private static final Pattern TERM =
      Pattern.compile(
          "(\\^|~|>=|<=|>|<|=)?v?(%1$s)(?:\\.(%1$s|[xX*]))?(?:\\.(%1$s|[xX*]))?(?:-(%2$s))?"
              .formatted(Version.NUMBER, Version.PRE_RELEASE));

  private final String text;
  private final List<Bound> bounds;

  /** Condition of the range; {@code named} is the version in its text. */
  private record Bound(Version named, Predicate<Version> fits) {}

  private VersionRange(String text, List<Bound> bounds) {
    this.text = text;
    this.bounds = bounds;
  }

  public static @Nullable VersionRange parse(String text) {
    String trimmed = text.strip();
    if (trimmed.equals("*")) {
      return ANY;
    }
    if (trimmed.isEmpty() || trimmed.length() > Version.MAX_LENGTH) {
      return null;
    }
    String[] terms = trimmed.split("\\s+", -1);
    var bounds = new ArrayList<Bound>();
    for (String term : terms) {
      Bound bound = bound(TERM.matcher(term));
      if (bound == null) {
        return null;
      }
      bounds.add(bound);
    }
    return new VersionRange(String.join(" ", terms), bounds);
  }

  private static @Nullable Bound bound(Matcher term) {
    if (!term.matches()) {
      return null;
    }
    int major = Integer.parseInt(term.group(2));
    int minor = number(term.group(3));
    int patch = number(term.group(4));
    String preRelease = term.group(5);
    boolean partial = patch < 0;
    if (partial ? preRelease != null : minor < 0) {
      return null; // 2.x-beta and 2.x.1 have no meaning
    }
    var from =
        new Version(
            major, Math.max(0, minor), Math.max(0, patch), preRelease == null ? "" : preRelease);
    Version past = past(major, minor, patch);
    return switch (term.group(1)) {
      case "^" -> between(from, pastCaret(major, minor, patch));
      case "~" -> between(from, minor < 0 ? past : new Version(major, minor + 1, 0, ""));
      case ">=" -> new Bound(from, version -> version.compareTo(from) >= 0);
      case ">" ->
          new Bound(
              from,
              version -> partial ? version.compareTo(past) >= 0 : version.compareTo(from) > 0);
      case "<" -> below(from, partial ? before(from) : from);
      case "<=" ->
          partial
              ? below(from, before(past))
              : new Bound(from, version -> version.compareTo(from) <= 0);
      case null, default -> partial ? between(from, past) : new Bound(from, from::equals);
    };
  }

  private static Bound below(Version named, Version end) {
    return new Bound(named, version -> version.compareTo(end) < 0);
  }

  private static Bound between(Version from, Version past) {
    return new Bound(
        from, version -> version.compareTo(from) >= 0 && version.compareTo(before(past)) < 0);
  }

  /** Returns the exclusive end of a partial version: {@code 2} ends before {@code 3.0.0}. */
  private static Version past(int major, int minor, int patch) {
    if (minor < 0) {
      return new Version(major + 1, 0, 0, "");
    }
    return patch < 0
        ? new Version(major, minor + 1, 0, "")
        : new Version(major, minor, patch + 1, "");
  }

  /** Returns the exclusive end of a caret range, which keeps the first non-zero number. */
  private static Version pastCaret(int major, int minor, int patch) {
    if (major > 0 || minor < 0) {
      return new Version(major + 1, 0, 0, "");
    }
    return minor > 0 || patch < 0
        ? new Version(0, minor + 1, 0, "")
        : new Version(0, 0, patch + 1, "");
  }

  /** A pre-release of the next major must be outside of the range. */
  private static Version before(Version version) {
    return new Version(version.major(), version.minor(), version.patch(), "0");
  }

  private static int number(@Nullable String part) {
    return part == null || !Character.isDigit(part.charAt(0)) ? -1 : Integer.parseInt(part);
  }

  public boolean contains(@Nullable Version version) {
    if (version == null || bounds.isEmpty()) {
      return bounds.isEmpty();
    }
    boolean fits = bounds.stream().allMatch(bound -> bound.fits.test(version));
    return fits && (!version.isPreRelease() || names(version));
  }

  private boolean names(Version preRelease) {
    return bounds.stream()
        .map(Bound::named)
        .anyMatch(
            named ->
                named.isPreRelease()
                    && named.major() == preRelease.major()
                    && named.minor() == preRelease.minor()
                    && named.patch() == preRelease.patch());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VersionRange that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
