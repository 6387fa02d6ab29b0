package bub.channel.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WebhookServerTest {
  private static final int MOST = 40;
  private static final Duration SHORT = Duration.ofSeconds(2);

  private final List<Socket> attackers = new ArrayList<>();
  private WebhookServer server;

  @BeforeEach
  void start() throws Exception {
    var anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        WebhookServer.start(
            anywhere,
            new HttpLimits(MOST, SHORT, SHORT, SHORT, SHORT),
            new WebhookServer.Receiver() {
              @Override
              public String secretHeader() {
                return "X-Secret";
              }

              @Override
              public boolean isSecret(String value) {
                return value.equals("right");
              }

              @Override
              public int receive(byte[] body) {
                return 200;
              }
            });
  }

  @AfterEach
  void stop() throws Exception {
    for (Socket attacker : attackers) {
      attacker.close();
    }
    server.close();
  }

  private Socket attack(String text) throws IOException {
    var socket = new Socket();
    attackers.add(socket);
    socket.connect(server.address(), 10_000);
    socket.setSoTimeout(30_000);
    try {
      socket.getOutputStream().write(text.getBytes(UTF_8));
    } catch (IOException closedAlready) {
      // Expected from a server that is full.
    }
    return socket;
  }

  private static String request(String secret) {
    return "POST / HTTP/1.1\r\nHost: x\r\nX-Secret: %s\r\nContent-Length: 1000\r\n\r\n"
        .formatted(secret);
  }

  private int genuine() throws Exception {
    URI url = URI.create("http://127.0.0.1:" + server.address().getPort() + "/");
    try (var http = HttpClient.newHttpClient()) {
      HttpRequest post =
          HttpRequest.newBuilder(url)
              .header("X-Secret", "right")
              .timeout(Duration.ofSeconds(20))
              .POST(BodyPublishers.ofString("{}"))
              .build();
      return http.send(post, BodyHandlers.discarding()).statusCode();
    }
  }

  private static String answer(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException reset) {
      return "";
    }
  }

  @Test
  void answersAStrangerWithoutReadingTheBodyAndHangsUp() throws Exception {
    assertThat(answer(attack(request("wrong")))).startsWith("HTTP/1.1 401 ");
  }

  @Test
  void takesGenuineCallsWhileStrangersAnnounceBodiesAndSendNothing() throws Exception {
    for (int i = 0; i < 4 * MOST; i++) {
      attack(request("wrong"));
      assertThat(genuine()).isEqualTo(200);
    }
  }

  @Test
  void takesGenuineCallsWhileConnectionsTrickleHeaders() throws Exception {
    for (int i = 0; i < 4 * MOST; i++) {
      attack("POST / HT");
    }
    for (int i = 0; i < 20; i++) {
      assertThat(genuine()).isEqualTo(200);
    }
  }

  @Test
  void closesWhoDoesNotFinishItsHeadersOrItsBody() throws Exception {
    Socket headers = attack("POST / HTTP/1.1\r\nX-A: ");
    Socket body = attack(request("right") + "begun");
    await()
        .pollInterval(Duration.ofMillis(100))
        .atMost(Duration.ofSeconds(60))
        .until(() -> trickle(headers) && trickle(body));
  }

  /** Sends one more byte; true when the other end has hung up. */
  private static boolean trickle(Socket socket) {
    try {
      socket.getOutputStream().write('x');
      return false;
    } catch (IOException hungUp) {
      return true;
    }
  }
}
