package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bub.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unusable files are refused by name, with a remedy. */
class TlsContextsTest {
  @TempDir private Path directory;
  private Papers papers;

  @BeforeEach
  void write() {
    papers = new Papers(directory);
  }

  @Test
  void takesACertificateWithItsKey() {
    assertThatCode(() -> TlsContexts.read(papers.mutual(), Instant.now()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "Ed25519"})
  void takesOtherKindsOfKeysToo(String algorithm) throws Exception {
    TestCertificate made = Keytool.selfSigned(algorithm, directory);
    papers.give(made);
    assertThatCode(() -> TlsContexts.read(papers.plain(), Instant.now()))
        .doesNotThrowAnyException();
  }

  @Test
  void takesOneFileForBothWithTextBetweenTheBlocks() throws IOException {
    String both =
        "# the key\n"
            + Files.readString(papers.key)
            + "subject=CN = bus\n\n"
            + Files.readString(papers.certificate).replace("\n", "\r\n");
    Path file = Files.writeString(directory.resolve("both.pem"), both);
    assertThatCode(() -> TlsContexts.read(new TlsFiles(file, file, null), Instant.now()))
        .doesNotThrowAnyException();
  }

  @Test
  void namesAFileThatIsMissing() throws IOException {
    Files.delete(papers.key);
    assertThat(refusal()).hasMessage("Cannot find " + papers.key + ".");
    Files.delete(papers.certificate);
    assertThat(refusal()).hasMessage("Cannot find " + papers.certificate + ".");
  }

  @Test
  void namesAFileThatCannotBeRead() throws IOException {
    Files.delete(papers.key);
    Files.createDirectory(papers.key);
    assertThat(refusal()).hasMessage("Cannot read " + papers.key + ".");
  }

  @Test
  void namesAClientCaThatIsNone() throws IOException {
    Files.writeString(papers.ca, "nothing");
    var refusal =
        catchThrowableOfType(
            TlsUnusable.class, () -> TlsContexts.read(papers.mutual(), Instant.now()));
    assertThat(refusal).hasMessage(papers.ca + " contains no certificate.");
  }

  @Test
  void refusesAKeyOfAnotherCertificate() throws IOException {
    papers.authority.issue("other", "localhost").writeKey(papers.key);
    assertThat(refusal())
        .hasMessage(
            "The key in %s does not match the certificate in %s.", papers.key, papers.certificate);
  }

  @Test
  void refusesAKeyOfAnotherKind() throws Exception {
    var rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
    new TestCertificate(papers.authority.certificate(), rsa).writeKey(papers.key);
    assertThat(refusal()).hasMessageContaining("does not match the certificate");
  }

  @Test
  void refusesACertificateThatHasExpired() {
    papers.give(papers.authority.issueExpired("bus", "localhost"));
    assertThat(refusal()).hasMessageContaining(papers.certificate + " expired at 20");
  }

  @Test
  void refusesACertificateOfTheFuture() {
    Instant longAgo = Instant.now().minus(Duration.ofDays(365));
    var refusal =
        catchThrowableOfType(TlsUnusable.class, () -> TlsContexts.read(papers.plain(), longAgo));
    assertThat(refusal).hasMessageContaining("is not valid before 20");
    assertThat(refusal.remedy()).contains("clock", longAgo.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BEGIN PRIVATE KEY     | BEGIN RSA PRIVATE KEY       | is not PKCS#8    | openssl pkcs8"
            + " -topk8",
        "BEGIN PRIVATE KEY     | BEGIN ENCRYPTED PRIVATE KEY | has a passphrase | openssl pkcs8"
            + " -in",
        "BEGIN PRIVATE KEY     | BEGIN NONSENSE              | no private key   | BEGIN PRIVATE"
            + " KEY",
      })
  void saysHowToTurnAKeyIntoOneThatWorks(String from, String to, String problem, String remedy)
      throws IOException {
    String ending = from.replace("BEGIN", "END");
    Files.writeString(
        papers.key,
        Files.readString(papers.key).replace(from, to).replace(ending, to.replace("BEGIN", "END")));
    assertThat(refusal()).hasMessageContaining(problem).hasMessageContaining(papers.key + "");
    assertThat(refusal().remedy()).contains(remedy);
  }

  @Test
  void refusesDamagedFiles() throws IOException {
    String key = Files.readString(papers.key);
    Files.writeString(papers.key, key.replaceFirst("\n.{30}", "\n"));
    assertThat(refusal()).hasMessageContaining(papers.key + "");
    Files.writeString(
        papers.certificate, Files.readString(papers.certificate).replaceFirst("\n.{30}", "\n"));
    assertThat(refusal()).hasMessage("A certificate in " + papers.certificate + " is damaged.");
    Files.writeString(papers.certificate, key);
    assertThat(refusal()).hasMessage(papers.certificate + " contains no certificate.");
  }

  private TlsUnusable refusal() {
    return catchThrowableOfType(
        TlsUnusable.class, () -> TlsContexts.read(papers.plain(), Instant.now()));
  }
}
