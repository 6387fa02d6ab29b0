package bub.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Certificate authority of a test, which signs every certificate. */
public final class TestAuthority {
  private static final AtomicLong SERIAL = new AtomicLong(System.nanoTime());
  private static final Duration DAY = Duration.ofDays(1);
  private static final String BASIC_CONSTRAINTS = "2.5.29.19";
  private static final String ALTERNATIVE_NAMES = "2.5.29.17";
  private static final byte[] ECDSA = Der.sequence(Der.id("1.2.840.10045.4.3.2"));

  private final String name;
  private final KeyPair keys = newKeys();
  private final X509Certificate certificate;

  public TestAuthority(String name) {
    this.name = name;
    byte[] authority = extension(BASIC_CONSTRAINTS, Der.yes(), Der.octets(Der.sequence(Der.yes())));
    this.certificate = sign(name, keys, Instant.now().plus(DAY), authority);
  }

  public X509Certificate certificate() {
    return certificate;
  }

  /** Issues a valid certificate; hosts are DNS names or IPv4 addresses. */
  public TestCertificate issue(String commonName, String... hosts) {
    return issueUntil(Instant.now().plus(DAY), commonName, hosts);
  }

  public TestCertificate issueExpired(String commonName, String... hosts) {
    return issueUntil(Instant.now().minus(DAY), commonName, hosts);
  }

  public static TestCertificate selfSigned(String commonName, String... hosts) {
    var self = new TestAuthority(commonName);
    byte[] names = alternativeNames(hosts);
    return new TestCertificate(
        self.sign(commonName, self.keys, Instant.now().plus(DAY), names), self.keys.getPrivate());
  }

  private TestCertificate issueUntil(Instant end, String commonName, String... hosts) {
    KeyPair own = newKeys();
    return new TestCertificate(
        sign(commonName, own, end, alternativeNames(hosts)), own.getPrivate());
  }

  private X509Certificate sign(String subject, KeyPair of, Instant end, byte[] extension) {
    try {
      byte[] content =
          Der.sequence(
              Der.tagged(0xA0, Der.integer(BigInteger.TWO)), // version 3
              Der.integer(BigInteger.valueOf(SERIAL.incrementAndGet())),
              ECDSA,
              distinguished(name),
              Der.sequence(Der.time(end.minus(DAY.multipliedBy(30))), Der.time(end)),
              distinguished(subject),
              of.getPublic().getEncoded(),
              extension.length == 0 ? extension : Der.tagged(0xA3, Der.sequence(extension)));
      var signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(content);
      byte[] encoded = Der.sequence(content, ECDSA, Der.bits(signature.sign()));
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(encoded));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] distinguished(String commonName) {
    return Der.sequence(Der.tagged(Der.SET, Der.sequence(Der.id("2.5.4.3"), Der.text(commonName))));
  }

  private static byte[] alternativeNames(String... hosts) {
    byte[][] names = new byte[hosts.length][];
    for (int i = 0; i < hosts.length; i++) {
      names[i] =
          hosts[i].matches("[0-9.]+")
              ? Der.tagged(0x87, address(hosts[i]))
              : Der.tagged(0x82, hosts[i].getBytes(US_ASCII));
    }
    return hosts.length == 0
        ? new byte[0]
        : extension(ALTERNATIVE_NAMES, Der.octets(Der.sequence(names)));
  }

  private static byte[] address(String text) {
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] extension(String id, byte[]... parts) {
    byte[][] all = new byte[parts.length + 1][];
    all[0] = Der.id(id);
    System.arraycopy(parts, 0, all, 1, parts.length);
    return Der.sequence(all);
  }

  private static KeyPair newKeys() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
