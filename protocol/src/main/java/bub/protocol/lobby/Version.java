package bub.protocol.lobby;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Semantic version of a capability, such as {@code 3.0.0-beta.1}; build metadata is ignored. */
public record Version(int major, int minor, int patch, String preRelease)
    implements Comparable<Version> {
  static final int MAX_LENGTH = 128;

  // An all-digit part is a number without leading zeros, so each version has only one text form.
  static final String NUMBER = "(?:0|[1-9]\\d{0,8})";
  private static final String IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
  static final String PRE_RELEASE = IDENTIFIER + "(?:\\." + IDENTIFIER + ")*";
  private static final String BUILD = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";

  private static final Pattern FORM =
      Pattern.compile(
          "(%1$s)\\.(%1$s)\\.(%1$s)(?:-(%2$s))?(?:\\+%3$s)?".formatted(NUMBER, PRE_RELEASE, BUILD));
  private static final Pattern PRE_RELEASE_FORM = Pattern.compile(PRE_RELEASE);
  private static final Comparator<Version> BY_NUMBERS =
      Comparator.comparingInt(Version::major)
          .thenComparingInt(Version::minor)
          .thenComparingInt(Version::patch);

  public Version {
    if (major < 0 || minor < 0 || patch < 0) {
      throw new IllegalArgumentException("a version must not have negative numbers");
    }
    if (preRelease.length() > MAX_LENGTH
        || !preRelease.isEmpty() && !PRE_RELEASE_FORM.matcher(preRelease).matches()) {
      throw new IllegalArgumentException("not a pre-release such as beta.1");
    }
  }

  public static @Nullable Version parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (text.length() > MAX_LENGTH || !parts.matches()) {
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
    boolean leftIsNumber = isNumber(left);
    boolean rightIsNumber = isNumber(right);
    if (leftIsNumber != rightIsNumber) {
      return leftIsNumber ? -1 : 1;
    }
    // The longer of two numbers is larger. Lengths also work for very large numbers, such as dates.
    return leftIsNumber && left.length() != right.length()
        ? Integer.compare(left.length(), right.length())
        : left.compareTo(right);
  }

  private static boolean isNumber(String identifier) {
    return identifier.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  @Override
  public String toString() {
    String numbers = major + "." + minor + "." + patch;
    return preRelease.isEmpty() ? numbers : numbers + "-" + preRelease;
  }
}
