package bub.gateway.mcpclient.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Connections that are no answer leave the login open. */
class LoopbackPromptTest {
  private static final URI PAGE = URI.create("https://login.example/authorize");

  private final AtomicInteger port = new AtomicInteger();

  private interface Browser {
    void visit() throws IOException;
  }

  /** Answer of a login during which this happens first. */
  private Map<String, String> answerAfter(Browser stray) throws Exception {
    try (var prompt = LoopbackPrompt.open(0, _ -> visit(stray), Duration.ofSeconds(30))) {
      port.set(prompt.redirectUri().getPort());
      return prompt.authorize(PAGE, "ours");
    }
  }

  private void visit(Browser stray) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                stray.visit();
                request("GET /callback?code=good&state=ours HTTP/1.1\r\n\r\n");
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            });
  }

  private String request(String text) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.get())) {
      socket.getOutputStream().write(text.getBytes(UTF_8));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    } catch (java.net.SocketException reset) {
      return "reset";
    }
  }

  /** Ends a connection with a reset instead of an orderly end. */
  private void reset(String text) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.get())) {
      socket.setSoLinger(true, 0);
      socket.getOutputStream().write(text.getBytes(UTF_8));
    }
  }

  @Test
  void aConnectionThatBreaksIsNoAnswer() throws Exception {
    Map<String, String> answer =
        answerAfter(
            () -> {
              reset("");
              reset("GET /call");
              reset("GET /callback?code=bad&state=other HTTP/1.1\r\n");
            });
    assertThat(answer).containsEntry("code", "good");
  }

  @Test
  void anAnswerOfAnotherLoginIsNoAnswer() throws Exception {
    Map<String, String> answer =
        answerAfter(
            () -> {
              assertThat(request("GET /callback?code=bad&state=other HTTP/1.1\r\n"))
                  .contains("404", "another login");
              request("GET /callback?error=access_denied HTTP/1.1\r\n");
            });
    assertThat(answer).containsEntry("code", "good").doesNotContainKey("error");
  }

  @Test
  void otherRequestsAreNoAnswer() throws Exception {
    Map<String, String> answer =
        answerAfter(
            () -> {
              request("POST /callback?code=bad&state=ours HTTP/1.1\r\n");
              request("GET /favicon.ico HTTP/1.1\r\n");
              request("x".repeat(20_000));
              request("");
            });
    assertThat(answer).containsEntry("code", "good");
  }

  @Test
  void anErrorIsAnAnswerWhenItBelongsToTheLogin() throws Exception {
    Map<String, String> answer =
        answerAfter(() -> request("GET /callback?error=denied&state=ours HTTP/1.1\r\n"));
    assertThat(answer).containsEntry("error", "denied");
  }

  @Test
  void nobodyComesInTime() throws Exception {
    try (var prompt = LoopbackPrompt.open(0, _ -> {}, Duration.ofMillis(1))) {
      assertThatThrownBy(() -> prompt.authorize(PAGE, "ours"))
          .isInstanceOf(OAuthFailure.class)
          .hasMessageContaining("nobody logged in");
    }
  }
}
