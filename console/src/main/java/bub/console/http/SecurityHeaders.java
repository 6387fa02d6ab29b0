package bub.console.http;

import io.javalin.http.Context;

/** What every answer tells the browser not to do. */
final class SecurityHeaders {
  private final String policy;

  /**
   * @param scripts allowed beside our own files
   */
  SecurityHeaders(String scripts) {
    policy =
        "default-src 'none'; script-src 'self' "
            + scripts
            + "; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self';"
            + " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  }

  void apply(Context answer) {
    answer
        .header("Content-Security-Policy", policy)
        .header("X-Content-Type-Options", "nosniff")
        .header("X-Frame-Options", "DENY")
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .header("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        // A file says otherwise.
        .header("Cache-Control", "no-store");
  }
}
