package bub.console.http;

import bub.channel.http.HttpReply;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Security headers of every response. */
final class SecurityHeaders {
  private final Map<String, String> headers;

  SecurityHeaders(String scripts) {
    String policy =
        "default-src 'none'; script-src 'self' "
            + scripts
            + "; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self';"
            + " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    headers =
        Map.of(
            "Content-Security-Policy", policy,
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Permissions-Policy", "camera=(), microphone=(), geolocation=()",
            // Static files override this.
            "Cache-Control", "no-store");
  }

  HttpReply on(HttpReply reply) {
    var all = new HashMap<>(headers);
    all.putAll(reply.headers());
    return new HttpReply(reply.status(), Map.copyOf(all), reply.type(), reply.body());
  }

  void apply(BiConsumer<String, String> answer) {
    headers.forEach(answer);
  }
}
