package bub.gateway.a2a.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that do not want an exchange to end. */
@Timeout(30)
class OutgoingHttpTest {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final String STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

  private final CountDownLatch closing = new CountDownLatch(1);
  private final ServerSocket server;

  OutgoingHttpTest() throws Exception {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  /** What a server does with its one connection. */
  private interface Talk {
    void run(InputStream in, OutputStream out) throws Exception;
  }

  private PinnedUrl serving(Talk talk) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket client = server.accept()) {
                talk.run(client.getInputStream(), client.getOutputStream());
              } catch (Exception gone) {
                // The client has closed the connection.
              }
            });
    return new PinnedUrl(
        URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"),
        InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws Exception {
    closing.countDown();
    server.close();
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Waits a little between two bytes; returns false when the test ends. */
  private boolean pause() throws InterruptedException {
    return !closing.await(20, TimeUnit.MILLISECONDS);
  }

  @Test
  void aHeadThatNeverEndsIsCutOff() throws Exception {
    PinnedUrl url =
        serving(
            (_, out) -> {
              write(out, "HTTP/1.1 200 OK\r\nx: ");
              while (pause()) {
                write(out, "y");
              }
            });

    assertThatThrownBy(() -> OutgoingHttp.send("GET", url, Map.of(), new byte[0], SHORT))
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void theHeadOfAStreamThatNeverEndsIsCutOff() throws Exception {
    PinnedUrl url =
        serving(
            (_, out) -> {
              while (pause()) {
                write(out, "H");
              }
            });

    assertThatThrownBy(() -> OutgoingHttp.stream("GET", url, Map.of(), new byte[0], SHORT))
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void aBodyThatNeverEndsIsCutOff() throws Exception {
    PinnedUrl url =
        serving(
            (_, out) -> {
              write(out, "HTTP/1.1 200 OK\r\n\r\n");
              while (pause()) {
                write(out, "y");
              }
            });

    try (OutgoingResponse answer = OutgoingHttp.send("GET", url, Map.of(), new byte[0], SHORT)) {
      assertThatThrownBy(() -> answer.readAll(1 << 20)).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void aServerThatDoesNotReadIsCutOff() throws Exception {
    PinnedUrl url = serving((_, _) -> closing.await());
    byte[] body = new byte[64 << 20];

    assertThatThrownBy(() -> OutgoingHttp.send("POST", url, Map.of(), body, SHORT))
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void endlessHeadersAreRefused() throws Exception {
    PinnedUrl url =
        serving(
            (_, out) -> {
              write(out, "HTTP/1.1 200 OK\r\n");
              while (true) {
                write(out, "x: y\r\n");
              }
            });

    assertThatThrownBy(() -> OutgoingHttp.send("GET", url, Map.of(), new byte[0], LONG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("100 headers");
  }

  @Test
  void aStreamMayTakeLongerThanItsIdleTime() throws Exception {
    var isLate = new CountDownLatch(1);
    PinnedUrl url =
        serving(
            (_, out) -> {
              write(out, STREAM);
              while (isLate.getCount() > 0 && pause()) {
                write(out, ":\n");
              }
              write(out, "!");
            });

    long begin = System.nanoTime();
    try (OutgoingResponse answer = OutgoingHttp.stream("GET", url, Map.of(), new byte[0], SHORT)) {
      int read = answer.body().read();
      while (read != '!') {
        assertThat(read).isNotNegative();
        if (System.nanoTime() - begin > 2 * SHORT.toNanos()) {
          isLate.countDown();
        }
        read = answer.body().read();
      }
    }
  }
}
