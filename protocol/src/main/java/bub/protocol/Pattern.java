package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;

/** Address or shell-style pattern of a subscription, which its text identifies. */
public final class Pattern {

  public enum Kind {
    EXACT,
    /** Text that ends in {@code *}: matches every address that begins with the text. */
    PREFIX,
    /** Any other pattern; the lookup must call {@link #matches}. */
    GLOB
  }

  private final String text;
  private final Kind kind;
  private final int literalLength;

  private Pattern(String text, Kind kind, int literalLength) {
    this.text = text;
    this.kind = kind;
    this.literalLength = literalLength;
  }

  public static Pattern of(String text) {
    String problem = Address.problemWith(text);
    if (problem != null) {
      throw new IllegalArgumentException("not a pattern: " + problem);
    }
    int special = Glob.firstSpecial(text);
    if (special == text.length()) {
      return new Pattern(text, Kind.EXACT, special);
    }
    boolean onlyAStarAtTheEnd = special == text.length() - 1 && text.charAt(special) == '*';
    return new Pattern(text, onlyAStarAtTheEnd ? Kind.PREFIX : Kind.GLOB, special);
  }

  /** Parses as {@link #of} does, but a text that ends in {@code -} or {@code :} is a prefix. */
  public static Pattern orPrefix(String text) {
    Pattern pattern = of(text);
    boolean openEnded = text.endsWith("-") || text.endsWith(":");
    return pattern.kind == Kind.EXACT && openEnded
        ? new Pattern(text, Kind.PREFIX, text.length())
        : pattern;
  }

  /** Returns the pattern that matches this address only, even if it has special characters. */
  public static Pattern exactly(Address address) {
    return new Pattern(address.value(), Kind.EXACT, address.value().length());
  }

  static Pattern read(Fields fields, String name) {
    return check(name, fields.string(name));
  }

  public static Pattern check(String field, String text) {
    String problem = Address.problemWith(text);
    if (problem != null) {
      throw new InvalidField(field, problem);
    }
    return of(text);
  }

  public boolean matches(String address) {
    return switch (kind) {
      case EXACT -> address.equals(text);
      case PREFIX -> address.regionMatches(0, text, 0, literalLength);
      case GLOB -> Glob.matches(text, address);
    };
  }

  /** True when this surely matches every address that {@code other} matches. */
  public boolean covers(Pattern other) {
    return switch (other.kind) {
      case EXACT -> matches(other.text);
      case PREFIX, GLOB ->
          equals(other)
              || kind == Kind.PREFIX
                  && other.literalLength >= literalLength
                  && other.text.regionMatches(0, text, 0, literalLength);
    };
  }

  public String text() {
    return text;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the text before the first special character. Every matching address begins with it. */
  public String literalPrefix() {
    return text.substring(0, literalLength);
  }

  public int literalLength() {
    return literalLength;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pattern that && text.equals(that.text) && kind == that.kind;
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
