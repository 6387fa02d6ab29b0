package bub.bus.activity.log;

/** Refusal of a query while the activity log is off. */
public final class ActivityLogDisabled extends Exception {
  private static final long serialVersionUID = 1L;

  public ActivityLogDisabled() {
    super("the activity log is off", null, false, false);
  }
}
