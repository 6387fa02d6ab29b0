package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;

/**
 * What a peer listens to: an address, or a shell-style pattern with {@code *}, {@code ?} and {@code
 * [set]}. The text as it was given is the handle to unsubscribe by.
 */
public final class Pattern {

  /** How a pattern can be looked up. */
  public enum Kind {
    /** Matches one address. */
    EXACT,
    /** Some text and then a {@code *}: matches every address that begins with the text. */
    PREFIX,
    /** Anything else: {@link #matches} must be asked. */
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

  /**
   * As {@link #of}, and a text that ends in {@code -} or {@code :} means all that begin with it.
   */
  public static Pattern orPrefix(String text) {
    Pattern pattern = of(text);
    boolean openEnded = text.endsWith("-") || text.endsWith(":");
    return pattern.kind == Kind.EXACT && openEnded
        ? new Pattern(text, Kind.PREFIX, text.length())
        : pattern;
  }

  /** The pattern that matches this address only, whatever characters it has. */
  public static Pattern exactly(Address address) {
    return new Pattern(address.value(), Kind.EXACT, address.value().length());
  }

  static Pattern read(Fields fields, String name) {
    return check(name, fields.string(name));
  }

  /** The pattern in {@code text}, or a refusal that names the field. */
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

  /** Whether every address that {@code other} matches is one that this matches; never too often. */
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

  /** The part before the first special character: every address that matches begins with it. */
  public String literalPrefix() {
    return text.substring(0, literalLength);
  }

  /** The length of {@link #literalPrefix}, without making it. */
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
