package bub.client.transport;

import bub.client.transport.WebSocketConnector.Identity;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** TLS context from the files of a connector. */
final class ClientTls {
  private ClientTls() {}

  static SslContext context(WebSocketConnector target) throws IOException {
    var builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .protocols("TLSv1.3", "TLSv1.2")
            .endpointIdentificationAlgorithm("HTTPS")
            .trustManager(new CertificateCheck(trust(target.caFile()), target.caFile()));
    Identity identity = target.identity();
    if (identity != null) {
      present(builder, identity);
    }
    return builder.build();
  }

  private static void present(SslContextBuilder builder, Identity identity) throws IOException {
    for (Path file : new Path[] {identity.certificate(), identity.key()}) {
      if (!Files.isReadable(file)) {
        throw new IOException(
            "cannot read " + file + "; check that it exists and that this user can read it");
      }
    }
    try {
      builder.keyManager(identity.certificate().toFile(), identity.key().toFile());
    } catch (IllegalArgumentException unusable) {
      throw new IOException(
          "cannot use %s with the key %s: both must be PEM files, and the key must be PKCS#8 without a passphrase (openssl pkcs8 -topk8 -nocrypt)"
              .formatted(identity.certificate(), identity.key()),
          unusable);
    }
  }

  private static X509ExtendedTrustManager trust(@Nullable Path caFile) throws IOException {
    try {
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(caFile == null ? null : store(caFile));
      return Arrays.stream(factory.getTrustManagers())
          .filter(X509ExtendedTrustManager.class::isInstance)
          .map(X509ExtendedTrustManager.class::cast)
          .findFirst()
          .orElseThrow();
    } catch (GeneralSecurityException | IOException unusable) {
      throw new IOException("no usable certificates in " + caFile, unusable);
    }
  }

  private static KeyStore store(Path caFile) throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(caFile)) {
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("ca-" + store.size(), one);
      }
    }
    if (store.size() == 0) {
      throw new IOException("it is empty");
    }
    return store;
  }
}
