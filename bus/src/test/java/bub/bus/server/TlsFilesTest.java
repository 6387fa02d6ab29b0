package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NotConnected;
import bub.client.transport.WebSocketConnector;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.RawFrame;
import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import bub.testkit.ReceivedFrame;
import bub.testkit.TestAuthority;
import bub.testkit.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bus with a certificate speaks only TLS, and only trusting clients accept it. */
class TlsFilesTest {
  @TempDir private Path directory;
  private Papers papers;
  @AutoClose private TestServer bus;

  @BeforeEach
  void start() {
    papers = new Papers(directory);
    bus = papers.setup().start();
  }

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  @Test
  void servesOurClientWhenItTrustsTheCa() throws Exception {
    try (BusClient worker = client("localhost", "agent:worker", papers.ca);
        BusClient sender = client("127.0.0.1", "tg:1", papers.ca)) {
      worker.serve(_ -> Ack.ok("done")).connect();
      sender.connect();
      String large = "x".repeat(900_000);
      var result =
          sender.send(
              new Address("agent:worker"),
              RawJson.parse(
                  "{\"type\":\"agent_message\",\"content\":{\"text\":\"" + large + "\"}}"));
      assertThat(result.acks()).singleElement().matches(Ack::success);
    }
  }

  @Test
  void ourClientRefusesABusOfACaThatItDoesNotTrust() throws Exception {
    Path otherCa =
        Files.writeString(
            directory.resolve("other-ca.pem"),
            TestCertificate.pem(new TestAuthority("Other CA").certificate()));
    assertRefusal(client("localhost", "tg:1", otherCa), "signed by CN=Test CA", "--ca FILE");
  }

  @Test
  void ourClientRefusesANameThatTheCertificateIsNotFor() {
    bus.close();
    papers.give(papers.authority.issue("bus", "bus.example.com", "localhost"));
    bus = papers.setup().start();
    assertRefusal(client("127.0.0.1", "tg:1", papers.ca), "CN=bus", "is not valid for 127.0.0.1");
  }

  private void assertRefusal(BusClient client, String... words) {
    try (client) {
      assertThatThrownBy(client::connect)
          .isInstanceOf(NotConnected.class)
          .message()
          .contains("cannot connect to " + "wss://")
          .contains(words);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "\0\0\0\0\0\0\0\0"})
  void closesAConnectionThatSpeaksNoTls(String said) throws IOException {
    try (RawSocket plain = RawSocket.to(bus.port())) {
      plain.send(said);
      assertThat(new String(plain.readToEnd(), UTF_8)).doesNotContain("HTTP", "ok bus-test");
    }
  }

  @Test
  void tellsOurClientToUseTls() {
    var plain =
        BusClient.of(
            ClientSettings.of(URI.create("ws://localhost:" + bus.port()), new Address("a")));
    try (plain) {
      assertThatThrownBy(plain::connect).hasMessageContaining("connect to wss://");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0300", "0301", "0302"})
  void refusesVersionsBefore1_2(String version) throws IOException {
    // By hand, because the JDK would not even offer them.
    String hello = version + "00".repeat(32) + "00" + "0004c013002f" + "0100";
    String handshake = "01" + length(hello, 6) + hello;
    try (RawSocket old = RawSocket.to(bus.port())) {
      old.send(HexFormat.of().parseHex("160301" + length(handshake, 4) + handshake));
      // An alert, fatal, protocol_version.
      assertThat(HexFormat.of().formatHex(old.readToEnd())).matches("1503..0002" + "0246");
    }
  }

  private static String length(String hex, int digits) {
    return ("%0" + digits + "x").formatted(hex.length() / 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void speaksBothCurrentVersions(String version) throws IOException {
    SSLSocketFactory factory = papers.clients(null).getSocketFactory();
    try (var socket = (SSLSocket) factory.createSocket("127.0.0.1", bus.port())) {
      socket.setEnabledProtocols(new String[] {version});
      socket.startHandshake();
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
    }
  }

  @Test
  void closesAConnectionThatNeverFinishesTheTlsHandshake() throws IOException {
    bus.close();
    bus = papers.setup().withTimeout(Duration.ofMillis(200)).start();
    try (RawSocket silent = RawSocket.to(bus.port());
        RawSocket slow = RawSocket.to(bus.port())) {
      slow.send(HexFormat.of().parseHex("16030100ff0100"));
      assertThat(silent.readToEnd()).hasSizeLessThan(100);
      assertThat(slow.readToEnd()).hasSizeLessThan(100);
    }
  }

  @Test
  void aPeerInTheWrongCanReadWhy() throws IOException {
    try (RawWebSocket wrong = upgraded()) {
      wrong.send(RawFrame.of(RawFrame.BINARY, new byte[] {1}));
      ReceivedFrame close = wrong.receiveClose();
      assertThat(close.closeCode()).isEqualTo(1003);
      wrong.awaitEnd();
    }
    bus.awaitGuests(0);
  }

  @Test
  void whoLeavesWithoutACloseFrameIsGone() throws IOException {
    RawWebSocket guest = upgraded();
    bus.awaitGuests(1);
    guest.close();
    bus.awaitGuests(0);
  }

  @Test
  void hearsAMessageThatComesInManyRecords() throws IOException {
    try (RawWebSocket guest = upgraded()) {
      byte[] frame = RawFrame.text(Wire.initialize("agent:bitwise")).bytes();
      for (byte one : frame) {
        guest.sendBytes(new byte[] {one});
      }
      assertThat(guest.receiveText()).contains("\"result\"");
    }
  }

  private RawWebSocket upgraded() throws IOException {
    SSLSocketFactory factory = papers.clients(null).getSocketFactory();
    return RawWebSocket.upgrade(RawSocket.secureWithSmallWindow(bus.port(), factory), "/");
  }

  private BusClient client(String host, String clientId, Path ca) {
    URI url = URI.create("wss://" + host + ":" + bus.port());
    return BusClient.over(
        ClientSettings.of(url, new Address(clientId)), WebSocketConnector.to(url).trusting(ca));
  }
}
