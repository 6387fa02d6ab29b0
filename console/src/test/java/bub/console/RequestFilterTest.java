package bub.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access rules of the request filter: hosts, origins, headers and bodies. */
@TestInstance(Lifecycle.PER_CLASS)
class RequestFilterTest {
  @TempDir static Path directory;
  private Scene scene;
  private String host;

  @BeforeAll
  void open() throws Exception {
    scene = new Scene(directory);
    host = scene.console.url().getAuthority();
  }

  @AfterAll
  void close() {
    scene.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:7893",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.evil.example"
      })
  void refusesAHostThatIsNotItsOwn(String other) throws Exception {
    assertThat(scene.web.with("Host", other).get("/api/me").status()).isEqualTo(421);
    assertThat(scene.web.with("Host", other).get("/").status()).isEqualTo(421);
  }

  @Test
  void knowsItselfUnderEveryNameOfThisMachine() throws Exception {
    int port = scene.console.url().getPort();
    assertThat(scene.web.with("Host", "localhost:" + port).get("/api/me").status()).isEqualTo(200);
    assertThat(scene.web.with("Host", "[::1]:" + port).get("/api/me").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://evil.example", "null", "http://127.0.0.1:1", "file://"})
  void refusesPagesOfOtherOrigins(String origin) throws Exception {
    Web.Reply reply = scene.web.with("Origin", origin).get("/api/status");
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.errorCode()).isEqualTo("forbidden");
    assertThat(scene.web.with("Origin", "http://" + host).get("/api/status").status())
        .isEqualTo(200);
  }

  @Test
  void refusesWhatABrowserCallsCrossSite() throws Exception {
    assertThat(scene.web.with("Sec-Fetch-Site", "cross-site").get("/api/status").status())
        .isEqualTo(403);
    assertThat(scene.web.with("Sec-Fetch-Site", "cross-site").get("/metrics").status())
        .isEqualTo(403);
    assertThat(scene.web.with("Sec-Fetch-Site", "cross-site").get("/").status()).isEqualTo(200);
  }

  @Test
  void refusesToChangeAnythingWithoutItsOwnHeader() throws Exception {
    String order = "{\"to\":\"agent:x\",\"payload\":{}}";
    assertThat(scene.web.rawPost("/api/send", order).errorCode()).isEqualTo("forbidden");
    assertThat(scene.connected().web.post("/api/send", order).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/api/me", "/console.js", "/nothing.js", "/metrics", "/openapi.json"})
  void everyAnswerForbidsTheBrowserWhatItNeedNotDo(String path) throws Exception {
    Web.Reply reply = scene.web.get(path);
    assertThat(reply.header("Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors 'none'", "'sha256-")
        .doesNotContain("unsafe-inline", "unsafe-eval");
    assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(reply.header("Referrer-Policy")).isEqualTo("no-referrer");
  }

  @Test
  void answersInJsonWhateverGoesWrong() throws Exception {
    assertThat(scene.web.get("/api/nothing").errorCode()).isEqualTo("not_found");
    assertThat(scene.web.post("/api/send", "{").errorCode()).isEqualTo("invalid");
    assertThat(scene.web.post("/api/send", "{}").errorCode()).isEqualTo("invalid");
    assertThat(scene.web.post("/api/send", "[".repeat(100_000)).errorCode()).isEqualTo("invalid");
    assertThat(scene.web.post("/api/send", " ".repeat(3 << 20)).status()).isEqualTo(413);
    assertThat(scene.web.get("/api/messages?limit=x").errorCode()).isEqualTo("invalid");
    for (String limit : List.of("-1", "0", "201", "99999999999")) {
      assertThat(scene.web.get("/api/messages?limit=" + limit).errorCode()).isEqualTo("invalid");
    }
    assertThat(scene.web.get("/api/messages?since=yesterday").errorCode()).isEqualTo("invalid");
    assertThat(scene.web.get("/api/chats/..%2f..%2fetc").status()).isBetween(400, 404);
  }

  /** The server refuses these itself, before they reach an endpoint. */
  @ParameterizedTest
  @CsvSource({
    "GET /api/chats/%00 HTTP/1.1, Host: HOST, 400",
    "GET /api/me HTTP/1.1, X-Nothing: 1, 400",
    "GET /LONG HTTP/1.1, Host: HOST, 414",
    "GET /api/me HTTP/1.1, X-Large: LONG, 431",
    "GET /api/me HTTP/7.1, Host: HOST, 505",
    "nonsense, Host: HOST, 400"
  })
  void explainsInJsonWhatIsNoRequest(String line, String header, int status) throws Exception {
    String large = "a".repeat(20_000);
    String request =
        line.replace("LONG", large)
            + "\r\n"
            + header.replace("HOST", host).replace("LONG", large)
            + "\r\nConnection: close\r\n\r\n";
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), scene.console.url().getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer)
          .startsWith("HTTP/1.1 " + status)
          .contains(
              "Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff")
          .containsIgnoringCase("Content-Type: application/json")
          .contains("\r\n\r\n{\"error\":{\"code\":")
          .doesNotContain("<html", "Netty");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/jsonp",
        "application/json-seq",
        "application/json; charset=utf-16",
        "application/json;charset=utf-8;x=y",
        "application/json, text/plain",
        "text/plain"
      })
  void refusesABodyThatIsNotDeclaredAsJson(String type) throws Exception {
    assertThat(scene.web.postAs(type, "/api/send", "{}").status()).isEqualTo(415);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        "application/json ; charset=\"UTF-8\""
      })
  void takesABodyThatIsDeclaredAsJson(String type) throws Exception {
    assertThat(scene.web.postAs(type, "/api/send", "{}").status()).isEqualTo(400);
  }

  @Test
  void aHeadSaysWhatAGetWould() throws Exception {
    for (String path : List.of("/", "/console.css", "/api/me", "/api/nothing", "/lib/no.js")) {
      Web.Reply head = scene.web.ask("HEAD", path);
      assertThat(head.status()).as(path).isEqualTo(scene.web.get(path).status());
      assertThat(head.body()).isEmpty();
    }
    assertThat(scene.web.ask("HEAD", "/api/stream").status()).isEqualTo(200);
    for (String method : List.of("PUT", "DELETE", "OPTIONS", "PATCH")) {
      Web.Reply reply = scene.web.with("X-Bub-Console", "1").ask(method, "/api/me");
      assertThat(reply.status()).as(method).isEqualTo(405);
      assertThat(reply.errorCode()).isEqualTo("invalid");
    }
    assertThat(scene.web.post("/api/nothing", "{}").status()).isEqualTo(405);
  }

  @Test
  void doesNotOpenToStrangersWithoutTokensAndEncryption() {
    ConsoleSettings everywhere = ConsoleSettings.of(directory.resolve("s")).withHost("0.0.0.0");
    assertThatThrownBy(() -> Console.start(everywhere, scene.bus::client))
        .isInstanceOf(UnsafeExposure.class)
        .hasMessageContaining("no tokens");
    assertThatThrownBy(
            () -> Console.start(everywhere.withLoginNeeded(() -> true), scene.bus::client))
        .isInstanceOf(UnsafeExposure.class)
        .hasMessageContaining("plain http");
    assertThatThrownBy(
            () ->
                Console.start(
                    ConsoleSettings.of(directory)
                        .withTlsProxy(true)
                        .withHosts(Set.of("console.example.org")),
                    scene.bus::client))
        .isInstanceOf(UnsafeExposure.class);
  }
}
