package bub.console.http;

/** What is answered when something cannot be done. */
record ErrorBody(Problem error) {

  /**
   * Why not.
   *
   * @param retryable whether the same request may well succeed later
   */
  record Problem(String code, String message, boolean retryable) {}

  static ErrorBody of(ApiRefusal refusal) {
    return new ErrorBody(new Problem(refusal.code(), refusal.text(), refusal.isRetryable()));
  }
}
