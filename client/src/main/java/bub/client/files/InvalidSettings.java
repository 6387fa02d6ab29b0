package bub.client.files;

/** Thrown when a settings file is unusable; the message names the file and the place. */
public final class InvalidSettings extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidSettings(String problem) {
    super(problem);
  }
}
