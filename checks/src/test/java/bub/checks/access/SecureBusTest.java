package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import bub.testkit.BubProgram.Finished;
import bub.testkit.TestAuthority;
import bub.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code wss://} on the command line: a bus with a certificate, and commands that trust it. */
class SecureBusTest {
  private final TestAuthority authority = new TestAuthority("Test CA");
  @RegisterExtension final Workshop workshop = new Workshop();
  private String ca = "";
  private String certificate = "";
  private String key = "";

  @BeforeEach
  void writeFiles() throws IOException {
    ca = Files.writeString(file("ca.pem"), TestCertificate.pem(authority.certificate())) + "";
    TestCertificate own = authority.issue("bus", "127.0.0.1");
    certificate = own.writeCertificate(file("cert.pem")) + "";
    key = own.writeKey(file("key.pem")) + "";
  }

  @Test
  void aCommandThatTrustsTheCaTalksToTheBus() throws Exception {
    ServedBus bus = workshop.bus("--tls-cert", certificate, "--tls-key", key);
    assertThat(bus.url().toString()).startsWith("wss://127.0.0.1:");

    assertThat(bus.bub("bus", "status", "--ca", ca).exitCode()).isZero();
    assertThat(bus.program().with("BUB_CA", ca).run("bus", "status").out())
        .contains("at " + bus.url());
    Finished distrustful = bus.bub("bus", "status");
    assertThat(distrustful.exitCode()).isEqualTo(69);
    assertThat(distrustful.err())
        .contains("signed by CN=Test CA", "--ca FILE")
        .doesNotContain("Exception");
  }

  @Test
  void aBusThatAsksForCertificatesLetsInWhoHasOne() throws Exception {
    ServedBus bus =
        workshop.bus("--tls-cert", certificate, "--tls-key", key, "--tls-client-ca", ca);
    TestCertificate own = authority.issue("cli:me");
    Path shown = own.writeCertificate(file("own.pem"));
    Path ownKey = own.writeKey(file("own-key.pem"));

    assertThat(
            bus.bub(
                    "bus",
                    "status",
                    "--ca",
                    ca,
                    "--client-cert",
                    shown.toString(),
                    "--client-key",
                    ownKey.toString())
                .exitCode())
        .isZero();
    Finished nameless = bus.bub("bus", "status", "--ca", ca);
    assertThat(nameless.exitCode()).isEqualTo(69);
    assertThat(nameless.err()).contains("--client-cert FILE --client-key FILE");
    assertThat(bus.bub("bus", "status", "--client-cert", shown.toString()).exitCode())
        .isEqualTo(64);
  }

  @Test
  void theNameInACertificateStandsForTheTokenOfThatClient() throws Exception {
    ServedBus bus =
        workshop.bus("--tls-cert", certificate, "--tls-key", key, "--tls-client-ca", ca);
    workshop
        .program()
        .run("token", "create", "--client-id", "agent:me", "--run-dir", bus.runDir().toString());

    client(bus, "agent:me", authority.issue("agent:me")).connect();

    assertThatThrownBy(() -> client(bus, "agent:me", authority.issue("agent:you")).connect())
        .hasMessageContaining("refused");
    assertThatThrownBy(() -> client(bus, "agent:you", authority.issue("agent:me")).connect())
        .hasMessageContaining("agent:me");
  }

  private BusClient client(ServedBus bus, String clientId, TestCertificate own) throws IOException {
    Path shown = own.writeCertificate(file("own.pem"));
    var connector =
        WebSocketConnector.to(bus.url())
            .trusting(Path.of(ca))
            .presenting(shown, own.writeKey(file("own-key.pem")));
    var settings = ClientSettings.of(bus.url(), new Address(clientId));
    return workshop.keep(BusClient.over(settings, connector));
  }

  @Test
  void refusesToStartWithACertificateThatNobodyWouldAccept() throws Exception {
    TestCertificate expired = authority.issueExpired("bus", "127.0.0.1");
    expired.writeCertificate(file("cert.pem"));
    expired.writeKey(file("key.pem"));
    assertRefusal(serve("--tls-cert", certificate, "--tls-key", key), "expired at", "Renew");
  }

  @Test
  void refusesToStartWithAKeyThatDoesNotFitOrIsMissing() throws Exception {
    authority.issue("other").writeKey(file("key.pem"));
    assertRefusal(
        serve("--tls-cert", certificate, "--tls-key", key),
        "does not match the certificate in " + certificate);
    Finished missing = serve("--tls-cert", certificate, "--tls-key", key + ".no");
    assertThat(missing.exitCode()).isEqualTo(64);
    assertThat(missing.err()).contains("no such file: " + key).doesNotContain("Exception");
    assertRefusal(serve("--tls-cert", certificate), "--tls-cert cert.pem --tls-key key.pem");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--allow-origin=*",
        "--allow-origin=null",
        "--allow-origin=https://app.example.com/",
        "--allow-origin=app.example.com",
        "--allow-host=*",
        "--allow-host=bus.example.com:7892",
      })
  void refusesAnAllowanceThatCouldNeverMatchOrWouldMatchAll(String option) throws Exception {
    Finished refused = serve(option);
    assertThat(refused.exitCode()).isEqualTo(64);
    assertThat(refused.err()).contains("is not a", ".example.com, without a p");
  }

  private static void assertRefusal(Finished refused, String... words) {
    assertThat(refused.exitCode()).isEqualTo(78);
    assertThat(refused.out()).isBlank();
    assertThat(refused.err()).contains(words).doesNotContain("Exception");
  }

  private Finished serve(String... options) throws Exception {
    var command = new ArrayList<>(List.of("bus", "serve", "--port", "0", "--run-dir"));
    command.add(workshop.directory().resolve("run").toString());
    command.addAll(List.of(options));
    return workshop.program().run(command.toArray(String[]::new));
  }

  private Path file(String name) {
    return workshop.directory().resolve(name);
  }
}
