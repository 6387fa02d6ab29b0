package bub.lobby.store;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Search words as quoted index expressions, so that none can be read as syntax. */
final class SearchQuery {
  /** More words would make a search slower, not better. */
  private static final int MAX_WORDS = 16;

  /** One or two letters match too much. */
  private static final int MIN_BEGINNING = 3;

  private static final Pattern WORD =
      Pattern.compile("\\p{IsIdeographic}+|[\\p{L}\\p{N}\\p{M}&&[^\\p{IsIdeographic}]]+");

  private final List<String> words;

  private SearchQuery(List<String> words) {
    this.words = words;
  }

  static SearchQuery of(String text) {
    var words = new LinkedHashSet<String>();
    Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (words.size() < MAX_WORDS && word.find()) {
      if (Character.isIdeographic(word.group().codePointAt(0))) {
        addPairs(word.group(), words);
      } else {
        words.add(word.group());
      }
    }
    return new SearchQuery(words.stream().limit(MAX_WORDS).toList());
  }

  /** Every two neighbours, because ideographs have no word boundaries. */
  private static void addPairs(String run, Set<String> words) {
    int[] points = run.codePoints().toArray();
    if (points.length == 1) {
      words.add(run);
    }
    for (int i = 1; i < points.length; i++) {
      words.add(Character.toString(points[i - 1]) + " " + Character.toString(points[i]));
    }
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  String all() {
    return String.join(" AND ", exact());
  }

  String allInHeading() {
    return "{name keywords} : (" + all() + ")";
  }

  /** The last word may be a prefix. */
  String allAsTyped() {
    return String.join(" AND ", asTyped());
  }

  /** The last word may be a prefix. */
  List<String> asTyped() {
    List<String> expressions = exact();
    String last = words.getLast();
    if (last.codePointCount(0, last.length()) >= MIN_BEGINNING) {
      expressions.set(expressions.size() - 1, expressions.getLast() + " *");
    }
    return expressions;
  }

  private List<String> exact() {
    var expressions = new ArrayList<String>();
    for (String word : words) {
      expressions.add('"' + word + '"');
    }
    return expressions;
  }
}
