package bub.otlp;

/** Refusal of a setting; the message names it and says what is valid. */
public final class InvalidOtlpSetting extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidOtlpSetting(String message) {
    super(message);
  }
}
