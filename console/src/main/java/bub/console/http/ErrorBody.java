package bub.console.http;

/** Body of an error response. */
record ErrorBody(Problem error) {

  /** Description of the error; retryable when the same request may succeed later. */
  record Problem(String code, String message, boolean retryable) {}

  static ErrorBody of(ApiRefusal refusal) {
    return new ErrorBody(new Problem(refusal.code(), refusal.text(), refusal.isRetryable()));
  }
}
