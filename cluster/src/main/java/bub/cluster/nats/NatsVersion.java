package bub.cluster.nats;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Version of a NATS server. */
record NatsVersion(int major, int minor, int patch) implements Comparable<NatsVersion> {
  static final NatsVersion OLDEST = new NatsVersion(2, 10, 27);

  private static final Pattern TEXT =
      Pattern.compile("v?(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})([-.+].*)?");

  /** True if the text is a version with a correct compare-and-set; unknown versions are not. */
  static boolean isSupported(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        && new NatsVersion(number(parts, 1), number(parts, 2), number(parts, 3)).compareTo(OLDEST)
            >= 0;
  }

  private static int number(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group));
  }

  @Override
  public int compareTo(NatsVersion other) {
    int order = Integer.compare(major, other.major);
    order = order != 0 ? order : Integer.compare(minor, other.minor);
    return order != 0 ? order : Integer.compare(patch, other.patch);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
