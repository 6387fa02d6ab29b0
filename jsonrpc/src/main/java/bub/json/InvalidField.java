package bub.json;

/** A field of an object is missing, doubled, unknown or of the wrong type; the message names it. */
public final class InvalidField extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String field;

  public InvalidField(String field, String problem) {
    // Hostile input is normal input: no stack trace, it would cost more than the parse.
    super(field + ": " + problem, null, false, false);
    this.field = field;
  }

  public String field() {
    return field;
  }
}
