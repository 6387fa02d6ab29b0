package bub.bus.server;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLException;

/** Factory of the TLS context, which checks the certificate and key files first. */
final class TlsContexts {
  private static final byte[] PROBE = {'b', 'u', 'b'};

  private TlsContexts() {}

  static SslContext read(TlsFiles files, Instant now) throws TlsUnusable {
    List<X509Certificate> chain = Pem.certificates(files.certificate());
    PrivateKey key = Pem.privateKey(files.key());
    X509Certificate own = chain.getFirst();
    refuseOutdated(files, own, now);
    if (!belongTogether(key, own.getPublicKey())) {
      throw new TlsUnusable(
          "The key in "
              + files.key()
              + " does not match the certificate in "
              + files.certificate()
              + ".",
          "Pass the key of the certificate. The certificate of the bus must be the first in its"
              + " file.");
    }
    try {
      var builder =
          SslContextBuilder.forServer(key, chain)
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2");
      if (files.clientCa() != null) {
        builder.trustManager(Pem.certificates(files.clientCa())).clientAuth(ClientAuth.REQUIRE);
      }
      return builder.build();
    } catch (SSLException | IllegalArgumentException unfit) {
      throw new TlsUnusable(
          "Cannot use " + files.certificate() + " with " + files.key() + ": " + unfit.getMessage(),
          "Create a new certificate and key.",
          unfit);
    }
  }

  private static void refuseOutdated(TlsFiles files, X509Certificate own, Instant now)
      throws TlsUnusable {
    Instant from = own.getNotBefore().toInstant();
    Instant until = own.getNotAfter().toInstant();
    if (now.isAfter(until)) {
      throw new TlsUnusable(
          "The certificate in " + files.certificate() + " expired at " + until + ".",
          "Renew it, or pass another one.");
    }
    if (now.isBefore(from)) {
      throw new TlsUnusable(
          "The certificate in " + files.certificate() + " is not valid before " + from + ".",
          "Check the clock of this machine. It says " + now + ".");
    }
  }

  private static boolean belongTogether(PrivateKey key, PublicKey certified) {
    try {
      Signature signature = Signature.getInstance(signatureOf(key));
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException differentKinds) {
      return false;
    }
  }

  private static String signatureOf(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> "EdDSA";
    };
  }
}
