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

  InvalidJson(Flaw flaw, String message) {
    // Hostile input is normal input: no stack trace, it would cost more than the parse.
    super(message, null, false, false);
    this.flaw = flaw;
  }

  public Flaw flaw() {
    return flaw;
  }
}
