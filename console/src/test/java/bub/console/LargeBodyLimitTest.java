package bub.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Those who begin something large and do not end it. */
class LargeBodyLimitTest {
  private static final int LARGE = 1 << 20;

  @TempDir Path directory;
  private Scene scene;
  private final List<Socket> open = new ArrayList<>();

  @BeforeEach
  void begin() throws Exception {
    scene = new Scene(directory);
  }

  @AfterEach
  void end() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    scene.close();
  }

  private void halfBodies(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      try {
        halfABody();
      } catch (SocketException overtaken) {
        // The refusal came before the end of the body.
      }
    }
  }

  private void halfABody() throws IOException {
    URI console = scene.console.url();
    var socket = new Socket(console.getHost(), console.getPort());
    open.add(socket);
    String head =
        """
        POST /api/login HTTP/1.1
        Host: %s
        X-Bub-Console: 1
        Content-Type: application/json
        Content-Length: %d

        """
            .formatted(console.getAuthority(), LARGE)
            .replace("\n", "\r\n");
    socket.getOutputStream().write((head + "x".repeat(LARGE / 2)).getBytes(UTF_8));
  }

  private boolean isOneRefused() throws IOException {
    for (Socket socket : open) {
      socket.setSoTimeout(20);
      try {
        var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        if (String.valueOf(answer.readLine()).contains(" 503 ")) {
          return true;
        }
      } catch (SocketTimeoutException waitedFor) {
        // This one still waits for the rest of its body.
      }
    }
    return false;
  }

  @Test
  void onlySomeMayHaveLargeBodiesUnderWayAndOthersGoOn() throws Exception {
    halfBodies(9);
    Awaitility.await().until(this::isOneRefused);
    assertThat(scene.web.post("/api/login", "{\"code\":\"x\"}").status()).isEqualTo(401);
    for (Socket socket : open) {
      socket.close();
    }
    Awaitility.await().until(() -> scene.web.post("/api/login", largeCode()).status() == 401);
  }

  @Test
  void bodiesThatDoNotEndMakeRoomForOthers() throws Exception {
    halfBodies(8);
    Awaitility.await().until(() -> scene.web.post("/api/login", largeCode()).status() == 401);
    Awaitility.await().until(this::isOneRefused);
  }

  private static String largeCode() {
    return "{\"code\":\"" + "x".repeat(LARGE) + "\"}";
  }
}
