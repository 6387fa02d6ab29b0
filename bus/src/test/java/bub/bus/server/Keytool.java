package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.testkit.TestCertificate;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** The keytool of the JDK, whose certificates come from other code than those of the test kit. */
final class Keytool {
  private static final String PASSWORD = "changeit";

  private Keytool() {}

  static TestCertificate selfSigned(String algorithm, Path directory) throws Exception {
    Path store = directory.resolve(algorithm + ".p12");
    String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process made =
        new ProcessBuilder(
                tool,
                "-genkeypair",
                "-alias",
                "bus",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=bus",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(made.getInputStream().readAllBytes(), UTF_8);
    if (made.waitFor() != 0) {
      throw new AssertionError(said);
    }
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    return new TestCertificate(
        (X509Certificate) keys.getCertificate("bus"),
        (PrivateKey) keys.getKey("bus", PASSWORD.toCharArray()));
  }
}
