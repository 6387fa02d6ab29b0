package bub.channel.telegram.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Scans a line into pieces in one pass. */
final class InlineScanner {
  private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  private static final Map<String, String> NAMED =
      Map.of("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", "\"", "&#39;", "'", "&nbsp;", " ");
  private static final int LONGEST_NAME = 6;

  private final String text;
  private final boolean links;
  private final List<Inline> inlines = new ArrayList<>();
  private final StringBuilder words = new StringBuilder();
  private final int[] brackets;
  // Last position of a run of this many back-ticks; no search is needed after it.
  private final Map<Integer, Integer> lastTicks = new HashMap<>();
  private int at;

  InlineScanner(String text, boolean links) {
    this.text = text;
    this.links = links;
    this.brackets = links ? brackets(text) : new int[0];
    for (int i = text.indexOf('`'); i >= 0; i = text.indexOf('`', i)) {
      int count = run(i);
      lastTicks.put(count, i);
      i += count;
    }
  }

  /** Returns the index of the closing bracket for each opening one, or -1. */
  private static int[] brackets(String text) {
    int[] closing = new int[text.length()];
    Arrays.fill(closing, -1);
    var open = new ArrayList<Integer>();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '[') {
        open.add(i);
      } else if (c == ']' && !open.isEmpty()) {
        closing[open.removeLast()] = i;
      }
    }
    return closing;
  }

  List<Inline> scan() {
    while (at < text.length()) {
      char c = text.charAt(at);
      switch (c) {
        case '\\' -> escape();
        case '`' -> code();
        case '!' -> {
          if (!link(at + 1)) {
            literally(1);
          }
        }
        case '[' -> {
          if (!link(at)) {
            literally(1);
          }
        }
        case '<' -> address();
        case '&' -> named();
        case '*', '_', '~' -> emphasis(c);
        default -> literally(1);
      }
    }
    finishWords();
    return inlines;
  }

  private void literally(int count) {
    words.append(text, at, at + count);
    at += count;
  }

  private void add(Inline inline) {
    finishWords();
    inlines.add(inline);
  }

  private void finishWords() {
    if (!words.isEmpty()) {
      inlines.add(new Inline.Words(words.toString()));
      words.setLength(0);
    }
  }

  private void escape() {
    char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
    if (PUNCTUATION.indexOf(next) >= 0 || next == '\n') {
      at++;
    }
    literally(1);
  }

  private int run(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) == text.charAt(from)) {
      end++;
    }
    return end - from;
  }

  private void code() {
    int count = run(at);
    int from = at + count;
    if (lastTicks.getOrDefault(count, -1) < from) {
      literally(count);
      return;
    }
    int end = from;
    while (text.charAt(end) != '`' || run(end) != count) {
      end += text.charAt(end) == '`' ? run(end) : 1;
    }
    String code = text.substring(from, end);
    boolean padded = code.startsWith(" ") && code.endsWith(" ") && !code.isBlank();
    add(new Inline.Code(padded ? code.substring(1, code.length() - 1) : code));
    at = end + count;
  }

  private boolean link(int from) {
    int close = links && from < text.length() && text.charAt(from) == '[' ? brackets[from] : -1;
    MarkdownLinks.Target target = close < 0 ? null : MarkdownLinks.target(text, close + 1);
    if (target == null) {
      return false;
    }
    add(new Inline.Link(text.substring(from + 1, close), target.url()));
    at = target.end();
    return true;
  }

  /** Scans {@code <https://…>} as text, because Telegram detects URLs by itself. */
  private void address() {
    int end = text.startsWith("http", at + 1) ? near('>', MarkdownLinks.LONGEST) : -1;
    String url = end < 0 ? "" : text.substring(at + 1, end);
    if (MarkdownLinks.isGood(url)) {
      words.append(url);
      at = end + 1;
    } else {
      literally(1);
    }
  }

  private int near(char sign, int within) {
    return text.indexOf(sign, at, Math.min(text.length(), at + within));
  }

  private void named() {
    int end = near(';', LONGEST_NAME);
    String name = end < 0 ? "" : text.substring(at, end + 1);
    String sign = NAMED.get(name);
    if (sign == null) {
      literally(1);
    } else {
      words.append(sign);
      at = end + 1;
    }
  }

  private void emphasis(char sign) {
    int count = run(at);
    int before = at == 0 ? '\n' : text.codePointBefore(at);
    int after = at + count == text.length() ? '\n' : text.codePointAt(at + count);
    boolean left = !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before));
    boolean right = !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after));
    at += count;
    if (sign == '_') {
      boolean opens = left && (!right || isSign(before));
      add(new Inline.Run(sign, count, opens, right && (!left || isSign(after))));
    } else if (sign == '*' && count > 1) {
      // In scripts without spaces signs touch letters; two stars are always meant as emphasis.
      add(new Inline.Run(sign, count, !isSpace(after), !isSpace(before)));
    } else {
      add(new Inline.Run(sign, count, left, right));
    }
  }

  private static boolean isSpace(int point) {
    return Character.isWhitespace(point) || Character.isSpaceChar(point);
  }

  private static boolean isSign(int point) {
    return switch (Character.getType(point)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION,
          Character.MATH_SYMBOL,
          Character.CURRENCY_SYMBOL,
          Character.MODIFIER_SYMBOL,
          Character.OTHER_SYMBOL ->
          true;
      default -> false;
    };
  }
}
