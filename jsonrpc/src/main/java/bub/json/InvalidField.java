package bub.json;

/** A field of an object is missing, doubled, unknown or of the wrong type; the message names it. */
public final class InvalidField extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST_NAME = 64;

  private final String field;

  public InvalidField(String field, String problem) {
    // Hostile input is normal input: no stack trace, it would cost more than the parse.
    super(clip(field) + ": " + problem, null, false, false);
    this.field = field;
  }

  /** A name may be as long as a message: nobody wants it all back. */
  private static String clip(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
  }

  public String field() {
    return field;
  }
}
