package bub.json;

/** Problem with a field that is missing, duplicated, unknown or of the wrong type. */
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

  /** The name may be as long as the whole message. */
  private static String clip(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
  }

  public InvalidField inside(String parent) {
    return new InvalidField(parent + "." + field, problem);
  }

  public String field() {
    return field;
  }
}
