package bub.gateway.a2a.model;

/** Refusal with an error that A2A defines. */
public final class A2aRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final A2aError error;

  public A2aRefusal(A2aError error, String text) {
    // An ordinary answer, which needs no stack trace.
    super(text, null, false, false);
    this.error = error;
  }

  public static A2aRefusal taskNotFound(String id) {
    return new A2aRefusal(A2aError.TASK_NOT_FOUND, "There is no task " + shortened(id) + ".");
  }

  private static String shortened(String id) {
    return id.length() <= 64 ? id : id.substring(0, 64) + "…";
  }

  public A2aError error() {
    return error;
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
