package bub.json;

/** A field of an object is missing, doubled, unknown or of the wrong type; the message names it. */
public final class InvalidField extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST_NAME = 64;

  private final String field;
  private final String problem;

  public InvalidField(String field, String problem) {
    // Hostile input is normal input: no stack trace, it would cost more than the parse.
    super(clip(field) + ": " + problem, null, false, false);
    this.field = field;
    this.problem = problem;
  }

  /** A name may be as long as a message: nobody wants it all back. */
  private static String clip(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
  }

  /** The same problem of a field that stands inside {@code parent}. */
  public InvalidField inside(String parent) {
    return new InvalidField(parent + "." + field, problem);
  }

  public String field() {
    return field;
  }
}
