package bub.client.transport;

import java.net.Socket;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Trust manager that delegates to the JDK and explains a rejection in words. */
final class CertificateCheck extends X509ExtendedTrustManager {

  static final class Rejected extends CertificateException {
    private static final long serialVersionUID = 1L;

    Rejected(String message, CertificateException cause) {
      super(message, cause);
    }
  }

  private final X509ExtendedTrustManager check;
  private final @Nullable Path caFile;

  CertificateCheck(X509ExtendedTrustManager check, @Nullable Path caFile) {
    this.check = check;
    this.caFile = caFile;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws Rejected {
    try {
      // The JDK ignores the dates of a certificate that it trusts directly.
      chain[0].checkValidity();
      check.checkServerTrusted(chain, authType, engine);
    } catch (CertificateException wrong) {
      throw new Rejected(words(chain, wrong, engine.getPeerHost()), wrong);
    }
  }

  private String words(X509Certificate[] chain, CertificateException wrong, String host) {
    X509Certificate own = chain[0];
    return switch (wrong) {
      case CertificateExpiredException _ ->
          "the certificate of the bus expired at "
              + own.getNotAfter().toInstant()
              + "; renew it on the bus";
      case CertificateNotYetValidException _ ->
          "the certificate of the bus is not valid before "
              + own.getNotBefore().toInstant()
              + "; check the clock of this machine";
      default -> isForAnotherHost(wrong) ? otherHost(own, host) : untrusted(chain);
    };
  }

  /** The JDK has no type for a host mismatch; only path errors have a cause. */
  private static boolean isForAnotherHost(CertificateException wrong) {
    return wrong.getCause() == null && String.valueOf(wrong.getMessage()).startsWith("No ");
  }

  private static String otherHost(X509Certificate own, String host) {
    return """
    the certificate of the bus (%s) is not valid for %s; connect with a host name in the \
    certificate, or give the bus a certificate for %s\
    """
        .formatted(own.getSubjectX500Principal(), host, host);
  }

  private String untrusted(X509Certificate[] chain) {
    X509Certificate own = chain[0];
    boolean selfSigned = own.getIssuerX500Principal().equals(own.getSubjectX500Principal());
    String who =
        selfSigned
            ? "the certificate of the bus is self-signed (" + own.getSubjectX500Principal() + ")"
            : "the certificate of the bus is signed by "
                + chain[chain.length - 1].getIssuerX500Principal();
    String trusted =
        caFile == null ? "which this machine does not trust" : "which is not in " + caFile;
    return who
        + ", "
        + trusted
        + "; if this is the right bus, pass "
        + (selfSigned ? "that certificate" : "the certificate of that CA")
        + " with --ca FILE";
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return check.getAcceptedIssuers();
  }

  // ---- never called, because a client uses an engine

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType) {
    throw new UnsupportedOperationException();
  }
}
