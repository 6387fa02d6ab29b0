package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawFrame;
import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP answers of the port, and the WebSocket handshake. */
class WebSocketHandshakeTest {
  @AutoClose private final TestServer bus = TestServer.start();

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  @Test
  void tellsThatItIsHealthy() throws IOException {
    assertThat(answerTo("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 200 ")
        .endsWith("ok bus-test, 2 peers\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nowhere", "/%zz", "/%2F", "//", "/healthz/", "/V1"})
  void namesThePathsThereAreToWhoeverIsLost(String path) throws IOException {
    assertThat(answerTo(RawWebSocket.request(path)))
        .startsWith("HTTP/1.1 404 ")
        .contains("Not found: " + path + "\n", "  /\n", "  /healthz\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "HEAD", "BREW"})
  void tellsPlainHttpToUseAWebSocket(String method) throws IOException {
    assertThat(answerTo(method + " / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"))
        .startsWith("HTTP/1.1 426 ")
        .containsIgnoringCase("upgrade: websocket\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8", "14", "thirteen", ""})
  void tellsOtherVersionsWhichOneItSpeaks(String version) throws IOException {
    String request = RawWebSocket.request("/").replace("Version: 13", "Version: " + version);
    assertThat(answerTo(request))
        .startsWith("HTTP/1.1 426 ")
        .containsIgnoringCase("sec-websocket-version: 13\r\n");
  }

  @Test
  void refusesAnUpgradeWithoutAKey() throws IOException {
    String request = RawWebSocket.request("/").replaceAll("Sec-WebSocket-Key[^\r]*\r\n", "");
    assertThat(answerTo(request)).startsWith("HTTP/1.1 400 ").contains("Sec-WebSocket-Key");
  }

  @Test
  void refusesAnUpgradeByPost() throws IOException {
    assertThat(answerTo(RawWebSocket.request("/").replace("GET", "POST")))
        .startsWith("HTTP/1.1 400 ")
        .contains("GET");
  }

  @Test
  void refusesAnUpgradeThatTheConnectionHeaderDoesNotName() throws IOException {
    String request = RawWebSocket.request("/").replace("Connection: Upgrade", "Connection: close");
    assertThat(answerTo(request)).startsWith("HTTP/1.1 400 ").contains("Connection");
  }

  @Test
  void refusesWhatIsNotHttp() throws IOException {
    assertThat(answerTo("\u0016\u0003\u0001 what is this\r\n\r\n")).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void ignoresSubprotocolsAndExtensionsThatAreOffered() throws IOException {
    try (RawSocket socket = RawSocket.to(bus.port())) {
      socket.send(
          RawWebSocket.request(
              "/",
              "Sec-WebSocket-Protocol: chat, superchat",
              "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"));
      assertThat(socket.readHead())
          .startsWith("HTTP/1.1 101 ")
          .doesNotContainIgnoringCase("sec-websocket-protocol")
          .doesNotContainIgnoringCase("sec-websocket-extensions");
    }
  }

  @Test
  void provesThatItHasReadTheKey() throws IOException {
    try (RawSocket socket = RawSocket.to(bus.port())) {
      socket.send(RawWebSocket.request("/"));
      // The example of RFC 6455, section 1.3.
      assertThat(socket.readHead())
          .containsIgnoringCase("sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n");
    }
  }

  @Test
  void takesAnUpgradeWithAQueryAndOddlySpelledHeaders() throws IOException {
    try (RawSocket socket = RawSocket.to(bus.port())) {
      socket.send(
          RawWebSocket.request("/?client=me&x=%zz")
              .replace("Upgrade: websocket", "uPGRADE: WebSocket")
              .replace("Connection: Upgrade", "connection: keep-alive, upgrade"));
      assertThat(socket.readHead()).startsWith("HTTP/1.1 101 ");
    }
  }

  @Test
  void hearsAFrameThatComesInTheSameBreathAsTheUpgrade() throws IOException {
    try (RawSocket socket = RawSocket.to(bus.port())) {
      byte[] frame = RawFrame.text(Wire.initialize("agent:eager")).bytes();
      byte[] request = RawWebSocket.request("/").getBytes(UTF_8);
      byte[] both = Arrays.copyOf(request, request.length + frame.length);
      System.arraycopy(frame, 0, both, request.length, frame.length);

      socket.send(both);

      assertThat(socket.readHead()).startsWith("HTTP/1.1 101 ");
      assertThat(socket.read()).as("a whole text frame").isEqualTo(0x81);
    }
  }

  @Test
  void takesAnUpgradeThatComesByteByByte() throws IOException {
    try (RawSocket socket = RawSocket.to(bus.port())) {
      for (char c : RawWebSocket.request("/").toCharArray()) {
        socket.send(String.valueOf(c));
      }
      assertThat(socket.readHead()).startsWith("HTTP/1.1 101 ");
    }
  }

  private String answerTo(String request) throws IOException {
    try (RawSocket socket = RawSocket.to(bus.port())) {
      socket.send(request);
      return new String(socket.readToEnd(), UTF_8);
    }
  }
}
