package bub.console.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.channel.http.HttpLimits;
import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.client.TimeSource;
import bub.console.http.RpcRoute.RpcReply;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginSessions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose handler fails in an unexpected way: none may stay without an end. */
@Timeout(60)
class FailedRequestTest {
  private record Answer(String text) {}

  private WebServer server;

  @BeforeEach
  void start() throws IOException {
    var settings =
        new HttpSettings(
            "127.0.0.1",
            0,
            HttpLimits.of(50),
            Set.of(),
            false,
            LoginSessions.with(TimeSource.system()),
            () -> false,
            ConsoleRole.OPERATOR,
            "key");
    var endpoint =
        Endpoint.get(
            "/api/deep",
            "Fails.",
            Answer.class,
            _ -> {
              throw tooDeep();
            });
    server =
        WebServer.start(
            settings,
            List.of(endpoint),
            List.of(),
            new RpcRoute((_, _) -> RpcReply.nothing()),
            List.of(new FailingMount()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static StackOverflowError tooDeep() {
    return new StackOverflowError("for a test");
  }

  /** Protocol with a path for each way to fail. */
  private static final class FailingMount implements HttpMount {
    @Override
    public List<String> paths() {
      return List.of("/door/*");
    }

    @Override
    public boolean answerAtOnce(MountedCall call) {
      if (call.path().equals("/door/at-once")) {
        throw tooDeep();
      }
      return false;
    }

    @Override
    public void answer(MountedCall call) throws Exception {
      switch (call.path()) {
        case "/door/odd-header" -> call.answer(HttpReply.empty(200).with("X-Odd", "a\nb"));
        case "/door/stream" -> {
          call.stream(HttpReply.empty(200)).flush();
          throw tooDeep();
        }
        default -> throw tooDeep();
      }
    }

    @Override
    public HttpReply refuse(MountedCall call, HttpRefusal refusal) {
      if (call.path().equals("/door/no-refusal")) {
        throw tooDeep();
      }
      return HttpReply.empty(refusal.status());
    }
  }

  /** Returns what comes until the server ends the connection. */
  private String send(String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      String text = request.formatted("Host: 127.0.0.1:" + server.port() + "\nConnection: close");
      socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2_000, 3_900})
  void aDeepPathIsNotFound(int depth) throws IOException {
    assertThat(send("GET /" + "a/".repeat(depth) + "a.js HTTP/1.1\n%s\n\n"))
        .startsWith("HTTP/1.1 404 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/deep", "/door/later"})
  void anErrorIsAnswered(String path) throws IOException {
    assertThat(send("GET " + path + " HTTP/1.1\n%s\n\n")).startsWith("HTTP/1.1 500 ");
  }

  @Test
  void anErrorOnTheEventLoopIsAnswered() throws IOException {
    assertThat(
            send(
                """
                POST /door/at-once HTTP/1.1
                %s
                Content-Type: application/json
                Content-Length: 2

                {}\
                """))
        .startsWith("HTTP/1.1 500 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/door/no-refusal", "/door/odd-header"})
  void aConnectionEndsWhenEvenTheRefusalFails(String path) throws IOException {
    assertThat(send("GET " + path + " HTTP/1.1\n%s\n\n")).isEmpty();
  }

  @Test
  void anErrorInAStreamDoesNotLookLikeItsEnd() throws IOException {
    assertThat(send("GET /door/stream HTTP/1.1\n%s\n\n"))
        .startsWith("HTTP/1.1 200 ")
        .doesNotContain("0\r\n\r\n");
  }
}
