package bub.json;

/** Problem in bytes that are not the expected JSON, with its position. */
public final class InvalidJson extends Exception {
  private static final long serialVersionUID = 1L;

  /** Kind of error; callers answer each kind with a different error code. */
  public enum Flaw {
    SYNTAX,
    TOO_DEEP
  }

  private final Flaw flaw;
  private final int at;

  InvalidJson(Flaw flaw, int at, String message) {
    // No stack trace: hostile input is normal, and a trace would cost more than the parse.
    super(message, null, false, false);
    this.flaw = flaw;
    this.at = at;
  }

  /** Position of the first wrong byte. */
  public int at() {
    return at;
  }

  public Flaw flaw() {
    return flaw;
  }
}
