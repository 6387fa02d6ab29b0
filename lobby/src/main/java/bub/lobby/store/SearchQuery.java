package bub.lobby.store;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Search words as expressions for the index. Every word is quoted and has only letters and digits,
 * so none can be read as syntax.
 */
final class SearchQuery {
  /** Maximum number of words; more would make a search slower, not better. */
  private static final int MAX_WORDS = 16;

  /** Minimum length of a prefix; one or two letters match too much. */
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

  /** Adds every two neighbours as a word, because ideographs have no word boundaries. */
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

  /** All words, in any column. */
  String all() {
    return String.join(" AND ", exact());
  }

  /** All words, in the name or the keywords. */
  String allInHeading() {
    return "{name keywords} : (" + all() + ")";
  }

  /** All words; the last may be a prefix. */
  String allAsTyped() {
    return String.join(" AND ", asTyped());
  }

  /** One expression per word; the last may be a prefix. */
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
