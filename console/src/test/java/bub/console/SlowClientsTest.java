package bub.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.http.HttpLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that hold connections and neither send nor read. */
@Timeout(120)
class SlowClientsTest {
  private static final int MOST = 50;
  private static final Duration SHORT = Duration.ofSeconds(3);

  @TempDir Path directory;
  private Scene scene;
  private final List<Socket> attackers = new ArrayList<>();

  @BeforeEach
  void begin() throws Exception {
    var limits = new HttpLimits(MOST, SHORT, SHORT, SHORT, SHORT);
    scene = new Scene(directory, settings -> settings.withLimits(limits)).connected();
  }

  @AfterEach
  void end() throws IOException {
    for (Socket attacker : attackers) {
      attacker.close();
    }
    scene.close();
  }

  private Socket attack(String text) throws IOException {
    URI console = scene.console.url();
    var socket = new Socket();
    attackers.add(socket);
    // Small, so that an answer does not fit into the buffers on its way.
    socket.setReceiveBufferSize(4 << 10);
    socket.connect(new InetSocketAddress(console.getHost(), console.getPort()), 10_000);
    try {
      socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(UTF_8));
    } catch (IOException closedAlready) {
      // Expected from a console that has too many connections.
    }
    return socket;
  }

  private String get(String path) {
    return "GET %s HTTP/1.1\nHost: %s\n\n".formatted(path, scene.console.url().getAuthority());
  }

  private String post() {
    return "POST /api/login HTTP/1.1\nHost: %s\nX-Bub-Console: 1\nContent-Type: application/json\nContent-Length: 1000\n\n{"
        .formatted(scene.console.url().getAuthority());
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

  @Test
  void areClosedHoweverOftenTheySendAByte() throws Exception {
    List<Socket> slow = List.of(attack("GET / HTTP/1.1\nX-A: "), attack(post()));
    await()
        .pollInterval(Duration.ofMillis(100))
        .atMost(Duration.ofSeconds(60))
        .until(() -> slow.stream().allMatch(SlowClientsTest::trickle));
  }

  @Test
  void areClosedWhenTheyDoNotRead() throws Exception {
    Socket socket = attack("");
    byte[] page = get("/console.css").replace("\n", "\r\n").getBytes(UTF_8);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              try {
                socket.getOutputStream().write(page);
                return false;
              } catch (IOException hungUp) {
                return true;
              }
            });
  }

  @Test
  void leaveAPlaceForEverybodyElse() throws Exception {
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello");
      for (int i = 0; i < 10 * MOST; i++) {
        attack(i % 2 == 0 ? "GET / HT" : post());
        if (i % 50 == 0) {
          var person = new Web(scene.console.url());
          assertThat(person.get("/api/status").status()).isEqualTo(200);
        }
      }
      String order = "{\"to\":\"agent:nobody\",\"payload\":{}}";
      assertThat(new Web(scene.console.url()).post("/api/send", order).status()).isEqualTo(200);
      stream.await("messages");
    }
  }

  @Test
  void canTakeHalfOfTheConnectionsForStreams() throws Exception {
    for (int i = 0; i < MOST; i++) {
      attack(get("/api/stream"));
    }
    await()
        .untilAsserted(
            () -> assertThat(new Web(scene.console.url()).stream(null).status()).isEqualTo(503));
    assertThat(new Web(scene.console.url()).get("/api/status").status()).isEqualTo(200);
  }

  @Test
  void doNotIncludeABrowserThatWatchesInSilence() throws Exception {
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello");
      Socket idle = attack("");
      await()
          .pollInterval(Duration.ofMillis(100))
          .atMost(Duration.ofSeconds(60))
          .until(() -> idle.getInputStream().read() < 0);
      String order = "{\"to\":\"agent:nobody\",\"payload\":{}}";
      assertThat(scene.web.post("/api/send", order).status()).isEqualTo(200);
      stream.await("messages");
    }
  }
}
