package bub.cluster.nats;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** TLS context for connections to NATS, from PEM files. */
final class NatsTlsContext {
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private NatsTlsContext() {}

  static SSLContext of(@Nullable NatsTls files) throws IOException, GeneralSecurityException {
    var context = SSLContext.getInstance("TLS");
    Path ca = files == null ? null : files.ca();
    context.init(keys(files), new TrustManager[] {new HostVerifier(trust(ca))}, null);
    return context;
  }

  private static KeyManager @Nullable [] keys(@Nullable NatsTls files)
      throws IOException, GeneralSecurityException {
    if (files == null || files.certificate() == null || files.key() == null) {
      return null;
    }
    Certificate[] chain = certificates(files.certificate());
    KeyStore store = emptyStore();
    char[] password = new char[0];
    store.setKeyEntry("node", privateKey(files.key()), password, chain);
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password);
    return factory.getKeyManagers();
  }

  private static X509ExtendedTrustManager trust(@Nullable Path ca)
      throws IOException, GeneralSecurityException {
    KeyStore store = null;
    if (ca != null) {
      store = emptyStore();
      Certificate[] authorities = certificates(ca);
      for (int i = 0; i < authorities.length; i++) {
        store.setCertificateEntry("ca" + i, authorities[i]);
      }
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager one : factory.getTrustManagers()) {
      if (one instanceof X509ExtendedTrustManager extended) {
        return extended;
      }
    }
    throw new GeneralSecurityException("The JDK has no trust manager for TLS.");
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Certificate[] certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      Certificate[] all =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
      if (all.length == 0) {
        throw new CertificateException(file + " contains no certificate.");
      }
      return all;
    }
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    Matcher pem = PRIVATE_KEY.matcher(Files.readString(file, US_ASCII));
    if (!pem.find()) {
      throw new InvalidKeySpecException(
          file + " contains no BEGIN PRIVATE KEY. To convert a key: openssl pkcs8 -topk8 -nocrypt");
    }
    var encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException other) {
        // The next algorithm may fit.
      }
    }
    throw new InvalidKeySpecException(file + " contains a key of an unknown kind.");
  }

  /** Trust manager that also compares the host with the certificate, which jnats does not do. */
  private static final class HostVerifier extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager chains;

    HostVerifier(X509ExtendedTrustManager chains) {
      this.chains = chains;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      if (!(socket instanceof SSLSocket secure)) {
        throw new CertificateException("The connection is not encrypted.");
      }
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
      chains.checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("Only sockets are supported.");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("Only sockets are supported.");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw new CertificateException("This side is never a server.");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("This side is never a server.");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("This side is never a server.");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return chains.getAcceptedIssuers();
    }
  }
}
