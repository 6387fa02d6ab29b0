package bub.bus.activity;

/** Somebody asked the log, and the log is off. */
public final class ActivityOff extends Exception {
  private static final long serialVersionUID = 1L;

  public ActivityOff() {
    super("the activity log is off", null, false, false);
  }
}
