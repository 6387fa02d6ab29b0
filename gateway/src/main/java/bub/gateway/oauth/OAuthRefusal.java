package bub.gateway.oauth;

/** Request that OAuth refuses, with one of the error codes of RFC 6749, 7591 or 8707. */
final class OAuthRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final String code;

  OAuthRefusal(String code, String message) {
    // An ordinary answer, which needs no stack trace.
    super(message, null, false, false);
    this.code = code;
  }

  static OAuthRefusal invalidRequest(String message) {
    return new OAuthRefusal("invalid_request", message);
  }

  String code() {
    return code;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
