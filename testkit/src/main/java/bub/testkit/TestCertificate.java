package bub.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** A certificate and its key, with their PEM forms. */
public record TestCertificate(X509Certificate certificate, PrivateKey key) {

  public Path writeCertificate(Path file) throws IOException {
    return Files.writeString(file, pem(certificate));
  }

  public Path writeKey(Path file) throws IOException {
    return Files.writeString(file, pem("PRIVATE KEY", key.getEncoded()));
  }

  public static String pem(X509Certificate certificate) {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String pem(String kind, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }
}
