package bub.client;

/** Refusal that a handler throws when a retry does not help; its text goes to the sender. */
public final class Reject extends Exception {
  private static final long serialVersionUID = 1L;

  public Reject(String text) {
    super(text);
  }
}
