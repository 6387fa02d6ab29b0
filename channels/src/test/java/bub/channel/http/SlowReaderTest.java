package bub.channel.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers of a stream that has no end. */
@Timeout(60)
class SlowReaderTest {
  private static final HttpReply HEAD = new HttpReply(200, Map.of(), "text/plain", new byte[0]);
  private static final Duration WRITE = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final CompletableFuture<Throwable> ended = new CompletableFuture<>();
  private final CountDownLatch pause = new CountDownLatch(1);
  private HttpServer server;
  private Socket socket;

  @BeforeEach
  void start() throws Exception {
    server =
        HttpServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new HttpLimits(50, LONG, LONG, LONG, WRITE),
            new HttpServer.Handler() {
              @Override
              public void handle(HttpExchange exchange) {
                Thread.ofVirtual().start(() -> stream(exchange));
              }

              @Override
              public HttpReply refuse(int status, String problem) {
                return HttpReply.empty(status);
              }
            });
    socket = new Socket();
    // Small, so that little fits into the buffers on its way.
    socket.setReceiveBufferSize(4 << 10);
    socket.setSoTimeout(20_000);
    socket.connect(server.address());
  }

  @AfterEach
  void stop() throws IOException {
    pause.countDown();
    socket.close();
    server.close();
  }

  private void stream(HttpExchange exchange) {
    try (OutputStream out = exchange.stream(HEAD)) {
      out.write("begin;".getBytes(UTF_8));
      out.flush();
      if (exchange.path().equals("/pause")) {
        pause.await();
        out.write("end;".getBytes(UTF_8));
      } else {
        while (true) {
          out.write(new byte[8 << 10]);
          out.flush();
        }
      }
    } catch (IOException | InterruptedException gone) {
      ended.complete(gone);
    }
  }

  private void get(String path) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(UTF_8));
  }

  @Test
  void areClosedWhenTheyStopReading() throws Exception {
    get("/endless");
    assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    await().until(() -> server.connections() == 0);
  }

  @Test
  void areNotClosedWhileTheServerHasNothingToSend() throws Exception {
    try (var stalled = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      get("/pause");
      assertThat(socket.getInputStream().readNBytes(12)).startsWith("HTTP/1.1 200".getBytes(UTF_8));
      // Its end shows that the write deadline of the other one has passed as well.
      stalled.getOutputStream().write("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
      pause.countDown();
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .contains("begin;", "end;");
    }
  }
}
