package bub.bus.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of PEM files that explains why a file cannot be used. */
final class Pem {
  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----");
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private Pem() {}

  /** Returns the certificates of a file in order, at least one. */
  static List<X509Certificate> certificates(Path file) throws TlsUnusable {
    var certificates = new ArrayList<X509Certificate>();
    Matcher block = CERTIFICATE.matcher(text(file));
    while (block.find()) {
      certificates.add(certificate(file, block.group(1)));
    }
    if (certificates.isEmpty()) {
      throw new TlsUnusable(
          file + " contains no certificate.",
          "The file must be PEM, with -----BEGIN CERTIFICATE-----.");
    }
    return certificates;
  }

  private static X509Certificate certificate(Path file, String base64) throws TlsUnusable {
    try {
      var der = new ByteArrayInputStream(Base64.getMimeDecoder().decode(base64));
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(der);
    } catch (CertificateException | IllegalArgumentException damaged) {
      throw new TlsUnusable(
          "A certificate in " + file + " is damaged.", "Copy the file again.", damaged);
    }
  }

  static PrivateKey privateKey(Path file) throws TlsUnusable {
    Matcher block = KEY.matcher(text(file));
    if (!block.find()) {
      throw new TlsUnusable(
          file + " contains no private key.",
          "The file must be PEM, with -----BEGIN PRIVATE KEY-----.");
    }
    return switch (block.group(1)) {
      case "PRIVATE KEY" -> key(file, block.group(2));
      case "ENCRYPTED PRIVATE KEY" ->
          throw new TlsUnusable(
              "The key in " + file + " has a passphrase.",
              "Remove the passphrase:  openssl pkcs8 -in " + file + " -out key.pem");
      default ->
          throw new TlsUnusable(
              "The key in " + file + " is not PKCS#8.",
              "Convert it:  openssl pkcs8 -topk8 -nocrypt -in " + file + " -out key.pem");
    };
  }

  private static PrivateKey key(Path file, String base64) throws TlsUnusable {
    String remedy = "Create a new key:  openssl genpkey -algorithm RSA -out " + file;
    try {
      var encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
      for (String algorithm : ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
        } catch (InvalidKeySpecException otherAlgorithm) {
          // Try each algorithm until one accepts the key.
        }
      }
    } catch (GeneralSecurityException | IllegalArgumentException damaged) {
      throw new TlsUnusable("The key in " + file + " is damaged.", remedy, damaged);
    }
    throw new TlsUnusable("The key in " + file + " is not RSA, EC or Ed25519.", remedy);
  }

  private static String text(Path file) throws TlsUnusable {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException missing) {
      throw new TlsUnusable("Cannot find " + file + ".", "Pass an existing PEM file.", missing);
    } catch (AccessDeniedException denied) {
      throw new TlsUnusable(
          "This user cannot read " + file + ".",
          "Change the owner:  chown " + System.getProperty("user.name") + " " + file,
          denied);
    } catch (IOException unreadable) {
      throw new TlsUnusable("Cannot read " + file + ".", "Pass a readable PEM file.", unreadable);
    }
  }
}
