package bub.cli.option;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggestions for misspelled words. */
public final class Spelling {
  private Spelling() {}

  /** Returns null when no candidate is similar. */
  public static @Nullable String nearest(String word, Collection<String> candidates) {
    String nearest = null;
    int least = Math.max(1, word.length() / 3) + 1;
    for (String candidate : candidates) {
      int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** Counts insertions, deletions, replacements and swaps of adjacent characters. */
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, cost);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int step(String a, String b, int i, int j, int[][] cost) {
    int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
