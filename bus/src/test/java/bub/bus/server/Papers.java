package bub.bus.server;

import bub.testkit.TestAuthority;
import bub.testkit.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Certificates of one test: a CA, the files of the bus, and those of its clients. */
final class Papers {
  private static final char[] NO_SECRET = "changeit".toCharArray();

  final TestAuthority authority = new TestAuthority("Test CA");
  final Path ca;
  final Path certificate;
  final Path key;

  Papers(Path directory) {
    ca = directory.resolve("ca.pem");
    certificate = directory.resolve("cert.pem");
    key = directory.resolve("key.pem");
    try {
      Files.writeString(ca, TestCertificate.pem(authority.certificate()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    give(authority.issue("bus", "localhost", "127.0.0.1"));
  }

  /** From now on these are in the files of the bus. */
  Papers give(TestCertificate own) {
    try {
      own.writeCertificate(certificate);
      own.writeKey(key);
      return this;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  TlsFiles plain() {
    return new TlsFiles(certificate, key, null);
  }

  /** Asks clients for certificates of the same CA. */
  TlsFiles mutual() {
    return new TlsFiles(certificate, key, ca);
  }

  Setup setup() {
    return new Setup().withTls(plain(), clients(null));
  }

  /** For clients that trust this CA only, and show this certificate if there is one. */
  SSLContext clients(@Nullable TestCertificate shown) {
    try {
      KeyStore trusted = emptyStore();
      trusted.setCertificateEntry("ca", authority.certificate());
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      KeyStore own = emptyStore();
      if (shown != null) {
        X509Certificate[] chain = {shown.certificate()};
        own.setKeyEntry("own", shown.key(), NO_SECRET, chain);
      }
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, NO_SECRET);
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
