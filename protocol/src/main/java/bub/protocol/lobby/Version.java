package bub.protocol.lobby;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A semantic version of a capability, such as {@code 2.1.0} or {@code 3.0.0-beta.1}. Build metadata
 * after a plus is not part of it.
 */
public record Version(int major, int minor, int patch, String preRelease)
    implements Comparable<Version> {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})(?:-([0-9A-Za-z.-]{1,64}))?(?:\\+.{0,64})?");
  private static final Pattern NUMERIC = Pattern.compile("\\d{1,9}");
  private static final Comparator<Version> BY_NUMBERS =
      Comparator.comparingInt(Version::major)
          .thenComparingInt(Version::minor)
          .thenComparingInt(Version::patch);

  /** The version in {@code text}, or null when it is none. */
  public static @Nullable Version parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    String preRelease = parts.group(4);
    return new Version(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(3)),
        preRelease == null ? "" : preRelease);
  }

  public boolean isPreRelease() {
    return !preRelease.isEmpty();
  }

  @Override
  public int compareTo(Version other) {
    int byNumbers = BY_NUMBERS.compare(this, other);
    if (byNumbers != 0) {
      return byNumbers;
    }
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      // 2.0.0-beta comes before 2.0.0.
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    return comparePreReleases(preRelease.split("\\.", -1), other.preRelease.split("\\.", -1));
  }

  private static int comparePreReleases(String[] left, String[] right) {
    for (int i = 0; i < Math.min(left.length, right.length); i++) {
      int difference = compareIdentifiers(left[i], right[i]);
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(left.length, right.length);
  }

  private static int compareIdentifiers(String left, String right) {
    boolean leftIsNumber = NUMERIC.matcher(left).matches();
    boolean rightIsNumber = NUMERIC.matcher(right).matches();
    if (leftIsNumber && rightIsNumber) {
      return Integer.compare(Integer.parseInt(left), Integer.parseInt(right));
    }
    return leftIsNumber != rightIsNumber ? (leftIsNumber ? -1 : 1) : left.compareTo(right);
  }

  @Override
  public String toString() {
    String numbers = major + "." + minor + "." + patch;
    return preRelease.isEmpty() ? numbers : numbers + "-" + preRelease;
  }
}
