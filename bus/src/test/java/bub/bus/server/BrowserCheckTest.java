package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bus refuses web pages and foreign host names, and accepts all other clients. */
class BrowserCheckTest {
  private static TestServer bus;
  private static TestServer generous;

  @BeforeAll
  static void open() {
    bus = TestServer.start();
    generous =
        new Setup()
            .allowing(
                new AllowedSources(List.of("https://app.example.com"), List.of("bus.example.com")))
            .start();
  }

  @AfterAll
  static void close() {
    bus.othersStillTalk();
    bus.close();
    generous.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:{port}",
        "LocalHost:{port}",
        "localhost",
        "localhost:",
        "127.0.0.1:{port}",
        "127.0.0.1",
        "127.8.9.10:{port}",
        "[::1]:{port}",
        "[0:0:0:0:0:0:0:1]:{port}",
      })
  void answersToItsOwnNames(String host) throws IOException {
    assertThat(upgrade(bus, host)).startsWith("HTTP/1.1 101 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example.com:{port}",
        "evil.example.com",
        "localhost.evil.example.com:{port}",
        "127.0.0.1.evil.example.com:{port}",
        "localhost:1",
        "127.0.0.1:80",
        "192.168.1.1:{port}",
        "0.0.0.0:{port}",
        "[::2]:{port}",
        "2130706433:{port}",
        "bus.example.com",
      })
  void doesNotAnswerToOtherNames(String host) throws IOException {
    assertThat(upgrade(bus, host))
        .startsWith("HTTP/1.1 421 ")
        .contains("does not accept requests for the host " + in(bus, host), "--allow-host ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "evil@localhost:{port}", "localhost:port", "[::1", "::1", "/"})
  void refusesAHostThatIsNone(String host) throws IOException {
    assertThat(upgrade(bus, host)).startsWith("HTTP/1.1 400 ").contains("Host: NAME:PORT");
  }

  @Test
  void refusesARequestWithoutAHostOrWithTwo() throws IOException {
    assertThat(answer(bus, RawWebSocket.request("/").replace("Host: localhost\r\n", "")))
        .startsWith("HTTP/1.1 400 ");
    assertThat(answer(bus, RawWebSocket.request("/", "Host: localhost")))
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void checksTheHostOfAHealthCheckToo() throws IOException {
    assertThat(answer(bus, "GET /healthz HTTP/1.1\r\nHost: evil.example.com\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ");
    assertThat(answer(bus, "GET /healthz HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    // What proxies ask in their simplest setting; no browser does.
    assertThat(answer(bus, "GET /healthz HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200 ");
    assertThat(answer(bus, "GET /healthz HTTP/1.0\r\nOrigin: https://evil.example.com\r\n\r\n"))
        .startsWith("HTTP/1.1 403 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bus.example.com", "bus.example.com:443", "BUS.example.com:1"})
  void answersToANameItIsGivenOnAnyPort(String host) throws IOException {
    assertThat(upgrade(generous, host)).startsWith("HTTP/1.1 101 ");
    assertThat(upgrade(generous, host, "Origin: https://" + host)).startsWith("HTTP/1.1 101 ");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:{port},       https://evil.example.com",
    "localhost:{port},       null",
    "localhost:{port},       ''",
    "localhost:{port},       file://",
    "localhost:{port},       http://localhost",
    "localhost:{port},       http://localhost:3000",
    "localhost:{port},       http://127.0.0.1:{port}",
    "localhost:{port},       http://localhost:{port}.evil.example.com",
    "localhost:{port},       http://localhost:{port}/",
    "localhost:{port},       https://app.example.com",
    "localhost,              http://localhost",
    "localhost,              http://localhost:{port}",
  })
  void keepsOutPagesOfOtherOrigins(String host, String origin) throws IOException {
    assertThat(upgrade(bus, host, "Origin: " + origin))
        .startsWith("HTTP/1.1 403 ")
        .contains("web pages of " + in(bus, origin), "--allow-origin " + in(bus, origin));
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example.com:{port}, http://evil.example.com:{port}",
    "evil.example.com,        http://evil.example.com",
    "localhost:3000,          http://localhost:3000",
  })
  void aReboundNameDoesNotPassAsItsOwnOrigin(String host, String origin) throws IOException {
    assertThat(upgrade(bus, host, "Origin: " + origin)).startsWith("HTTP/1.1 421 ");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:{port}, http://localhost:{port}",
    "LOCALHOST:{port}, https://localhost:{port}",
    "[::1]:{port},     http://[::1]:{port}",
  })
  void letsInLibrariesThatNameTheBusAsTheirOrigin(String host, String origin) throws IOException {
    assertThat(upgrade(bus, host, "Origin: " + origin)).startsWith("HTTP/1.1 101 ");
  }

  @Test
  void letsInPagesOfAnOriginThatIsAllowedAndOfNoOther() throws IOException {
    String host = "localhost:{port}";
    assertThat(upgrade(generous, host, "Origin: https://app.example.com"))
        .startsWith("HTTP/1.1 101 ");
    for (String other :
        List.of("http://app.example.com", "https://app.example.com:8443", "https://example.com")) {
      assertThat(upgrade(generous, host, "Origin: " + other)).startsWith("HTTP/1.1 403 ");
    }
    String twice = "Origin: https://app.example.com\r\nOrigin: https://evil.example.com";
    assertThat(upgrade(generous, host, twice)).startsWith("HTTP/1.1 403 ");
  }

  private static String in(TestServer server, String text) {
    return text.replace("{port}", String.valueOf(server.port()));
  }

  private static String upgrade(TestServer server, String host, String... headers)
      throws IOException {
    String request = RawWebSocket.request("/", headers).replace("Host: localhost", "Host: " + host);
    return answer(server, request);
  }

  /** The whole answer, or its head when a WebSocket has begun. */
  private static String answer(TestServer server, String request) throws IOException {
    try (RawSocket socket = RawSocket.to(server.port())) {
      socket.send(in(server, request));
      String head = socket.readHead();
      return head.startsWith("HTTP/1.1 101 ") ? head : head + new String(socket.readToEnd(), UTF_8);
    }
  }
}
