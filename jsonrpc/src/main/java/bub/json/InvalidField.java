package bub.json;

/**
 * Signals a field of an object that is missing, duplicated, unknown or of the wrong type. The
 * message names the field.
 */
public final class InvalidField extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST_NAME = 64;

  private final String field;
  private final String problem;

  public InvalidField(String field, String problem) {
    // No stack trace: hostile input is normal, and a trace would cost more than the parse.
    super(clip(field) + ": " + problem, null, false, false);
    this.field = field;
    this.problem = problem;
  }

  /** Shortens a name, which may be as long as the whole message. */
  private static String clip(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
  }

  /** Returns the same problem for a field inside {@code parent}. */
  public InvalidField inside(String parent) {
    return new InvalidField(parent + "." + field, problem);
  }

  public String field() {
    return field;
  }
}
