package bub.client.transport;

import io.netty.handler.ssl.NotSslRecordException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Errors of TLS for people: the certificate of the bus, that of the client, or a port without TLS.
 */
final class TlsErrors {
  private TlsErrors() {}

  static String words(WebSocketConnector target, SSLException failed) {
    CertificateCheck.Rejected rejected = rejection(failed);
    if (rejected != null) {
      return String.valueOf(rejected.getMessage());
    }
    if (failed instanceof NotSslRecordException) {
      return "the server does not speak TLS; connect to ws://…";
    }
    String message = String.valueOf(failed.getMessage());
    return isAboutOurCertificate(message) ? ourCertificate(target) : "TLS failed (" + message + ")";
  }

  private static CertificateCheck.@Nullable Rejected rejection(Throwable failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateCheck.Rejected rejected) {
        return rejected;
      }
    }
    return null;
  }

  /**
   * True for an alert about the client certificate; its text depends on the TLS version and
   * library.
   */
  private static boolean isAboutOurCertificate(String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    return lower.contains("alert")
        && (lower.contains("certificate") || lower.contains("unknown_ca"));
  }

  private static String ourCertificate(WebSocketConnector target) {
    return target.identity() == null
        ? "the bus requires a client certificate; pass one that it trusts"
            + " (--client-cert FILE --client-key FILE)"
        : "the bus does not accept the certificate in "
            + target.identity().certificate()
            + "; the certificate must be valid, match its key, and be signed by the CA that the bus"
            + " has in --tls-client-ca";
  }
}
