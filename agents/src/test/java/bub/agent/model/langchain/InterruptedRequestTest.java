package bub.agent.model.langchain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.agent.model.ConversationLine;
import bub.agent.model.ModelListener;
import bub.agent.model.ModelName;
import bub.agent.model.Prompt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An interrupt ends the HTTP request itself, so that the provider stops to work and to charge. */
class InterruptedRequestTest {
  private static final Prompt PROMPT =
      new Prompt("Be kind.", List.of(new ConversationLine.Heard("hello")), List.of());

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    server.setSoTimeout(30_000);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9999\r\n\r\ndata:"
      })
  void theConnectionCloses(String beginning) throws Exception {
    var ended = new CountDownLatch(1);
    var model =
        new LangChainModel(
            ModelName.parse("openai/x"),
            Map.of("OPENAI_BASE_URL", "http://127.0.0.1:" + server.getLocalPort() + "/v1"),
            Duration.ofMinutes(1),
            1_000);
    Thread asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    model.ask(PROMPT, Duration.ofMinutes(1), ModelListener.NONE);
                  } catch (InterruptedException stopped) {
                    ended.countDown();
                  }
                });
    try (Socket connection = server.accept()) {
      connection.setSoTimeout(30_000);
      assertThat(connection.getInputStream().read()).isEqualTo('P'); // of POST
      connection.getOutputStream().write(beginning.getBytes(UTF_8));
      connection.getOutputStream().flush();

      asking.interrupt();

      ended.await();
      connection.getInputStream().skipNBytes(connection.getInputStream().available());
      assertThat(isClosed(connection)).isTrue();
    }
  }

  private static boolean isClosed(Socket connection) {
    try {
      while (connection.getInputStream().read() >= 0) {
        // The rest of the request.
      }
      return true;
    } catch (java.net.SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }
}
