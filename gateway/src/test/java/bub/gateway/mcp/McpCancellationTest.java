package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cancelled call ends at its provider, in every revision and over every transport. */
@Timeout(60)
class McpCancellationTest {
  private static final String ALONE =
      "{\"name\":\"slow\",\"arguments\":{}," + McpClient.meta("2026-07-28") + "}";

  @TempDir Path directory;
  private DoorScene scene;
  private SlowProvider slow;
  private String token;
  private Http http;

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    http = Http.plain();
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    token = scene.token("mcp:test-1");
    String slowToken = scene.token("agent:slow");
    scene.lock();
    slow = SlowProvider.in(scene, "agent:slow", slowToken);
    McpClient mcp = McpClient.of(http.with("Authorization", "Bearer " + token), scene);
    await().until(() -> mcp.initialized().post(listing()).body().contains("\"slow\""));
  }

  private static String listing() {
    return McpClient.request(1, "tools/list", "{}");
  }

  @AfterEach
  void close() {
    slow.close();
    http.close();
    scene.close();
  }

  private static String cancelled(int id) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
        .formatted(id);
  }

  private String run(String... lines) throws Exception {
    var out = new ByteArrayOutputStream();
    try (var bridge = new StdioBridge(scene::place, token, out)) {
      bridge.run(new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8)));
    }
    return out.toString(UTF_8);
  }

  @Test
  void closingTheAnswerCancelsACallOverHttp() throws Exception {
    McpClient mcp = McpClient.of(http.with("Authorization", "Bearer " + token), scene);
    HttpResponse<InputStream> answer =
        mcp.alone("tools/call", "slow").http().stream(
            mcp.url(), McpClient.request(3, "tools/call", ALONE));
    try (var lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8))) {
      await().until(() -> lines.readLine().contains("\"message\":\"half\""));
    }
    slow.awaitStop();
  }

  @Test
  void aNotificationOverStdioCancelsACallThatStandsAlone() throws Exception {
    var typed = new PipedOutputStream();
    var shown = new Lines();
    try (var input = new PipedInputStream(typed, 1 << 16);
        var bridge = new StdioBridge(scene::place, token, shown)) {
      Thread running =
          Thread.startVirtualThread(
              () -> {
                try {
                  bridge.run(input);
                } catch (IOException | InterruptedException stopped) {
                  // The test ends it.
                }
              });
      type(typed, McpClient.request(3, "tools/call", ALONE));
      assertThat(shown.all.take()).contains("\"message\":\"half\"");
      type(typed, cancelled(3));
      slow.awaitStop();
      type(
          typed, McpClient.request(4, "server/discover", "{" + McpClient.meta("2026-07-28") + "}"));
      // No answer to the cancelled call comes before this one.
      assertThat(shown.all.take()).contains("\"id\":4", "supportedVersions");
      typed.close();
      running.join();
    }
  }

  /** Output whose every flush is a line. */
  private static final class Lines extends ByteArrayOutputStream {
    private final BlockingQueue<String> all = new LinkedBlockingQueue<>();

    @Override
    public synchronized void flush() {
      all.add(toString(UTF_8));
      reset();
    }
  }

  private static void type(PipedOutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(UTF_8));
    out.flush();
  }

  @Test
  void aCancelRightAfterItsCallIsNotLost() throws Exception {
    assertThat(run(McpClient.request(3, "tools/call", ALONE), cancelled(3))).isEmpty();
  }

  @Test
  void aCancelRightAfterItsCallIsNotLostInASession() throws Exception {
    String said =
        run(
            McpClient.INITIALIZE,
            McpClient.call(3, "slow", "{}"),
            cancelled(3),
            cancelled(3),
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3,\"requestId\":3}}");
    assertThat(said.lines().toList().getLast()).contains("\"id\":3", "-32800");
    slow.awaitStop();
  }
}
