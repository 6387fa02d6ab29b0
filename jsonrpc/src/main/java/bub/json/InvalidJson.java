package bub.json;

/** The bytes are not the JSON that was asked for; the message says what is wrong and where. */
public final class InvalidJson extends Exception {
  private static final long serialVersionUID = 1L;

  /** What kind of wrong: callers answer the two with different error codes. */
  public enum Flaw {
    SYNTAX,
    TOO_DEEP
  }

  private final Flaw flaw;
  private final int at;

  InvalidJson(Flaw flaw, int at, String message) {
    // Hostile input is normal input: no stack trace, it would cost more than the parse.
    super(message, null, false, false);
    this.flaw = flaw;
    this.at = at;
  }

  /** The position of the first byte that is wrong. */
  public int at() {
    return at;
  }

  public Flaw flaw() {
    return flaw;
  }
}
