package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.discovery.ProvenPlace;
import bub.client.transport.ProofDemand;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.local.DoorFinder;
import bub.json.RawJson;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** MCP over standard input and output, through the door of a running bub. */
@Timeout(60)
class StdioBridgeTest {
  @TempDir Path directory;
  private DoorScene scene;
  private String token;
  private String fixtureToken;

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    try (Http http = Http.plain()) {
      await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    }
    token = scene.token("mcp:test-1");
    fixtureToken = scene.token("agent:fixture");
    scene.lock();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static String run(DoorFinder doors, String token, String... lines) throws Exception {
    var out = new ByteArrayOutputStream();
    try (var bridge = new StdioBridge(doors, token, out)) {
      bridge.run(new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8)));
    }
    return out.toString(UTF_8);
  }

  private String run(String... lines) throws Exception {
    return run(scene::place, token, lines);
  }

  @Test
  void carriesASession() throws Exception {
    String wait = McpClient.call(2, "wait_for_message", "{\"timeout_seconds\":0}");
    String said =
        run(
            McpClient.INITIALIZE,
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            McpClient.request(1, "tools/list", "{}"),
            wait);
    assertThat(said.lines()).hasSize(3).allMatch(line -> line.startsWith("{\"jsonrpc\":\"2.0\""));
    assertThat(said).contains("\"protocolVersion\"", "ask_agent", "\"address\":\"mcp:test-1\"");
  }

  @Test
  void carriesRequestsThatStandAlone() throws Exception {
    String params = "{" + McpClient.meta("2026-07-28") + "}";
    assertThat(run(McpClient.request(1, "server/discover", params))).contains("supportedVersions");
    String call =
        "{\"name\":\"wait_for_message\",\"arguments\":{\"timeout_seconds\":0},"
            + McpClient.meta("2026-07-28")
            + "}";
    assertThat(run(McpClient.request(2, "tools/call", call)))
        .contains("\"address\":\"mcp:test-1\"");
  }

  @Test
  void carriesQuestionsAndTheirAnswers() throws Exception {
    McpFixtureAgent _ = McpFixtureAgent.in(scene, "agent:fixture", fixtureToken);
    var typed = new PipedOutputStream();
    var shown = new PipedInputStream(1 << 16);
    var screen = new PipedOutputStream(shown);
    try (var input = new PipedInputStream(typed, 1 << 16);
        var bridge = new StdioBridge(scene::place, token, screen);
        var lines = new BufferedReader(new InputStreamReader(shown, UTF_8))) {
      Thread running =
          Thread.startVirtualThread(
              () -> {
                try {
                  bridge.run(input);
                } catch (IOException | InterruptedException stopped) {
                  // The test ends it.
                }
              });
      type(
          typed,
          McpClient.INITIALIZE.replace(
              "\"capabilities\":{}", "\"capabilities\":{\"elicitation\":{}}"));
      assertThat(lines.readLine()).contains("protocolVersion");
      type(typed, McpClient.call(1, "greet", "{}"));
      RawJson question = RawJson.parse(lines.readLine());
      assertThat(question.fields().string("method")).isEqualTo("elicitation/create");
      type(
          typed,
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}}"
              .formatted(question.fields().require("id")));
      assertThat(lines.readLine()).contains("Hello, Ann!");
      typed.close();
      running.join();
    }
  }

  private static void type(PipedOutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(UTF_8));
    out.flush();
  }

  @Test
  void answersBadLinesItself() throws Exception {
    String said = run("", "{", "[]", "x".repeat((1 << 20) + 5), McpClient.request(7, "ping", "{}"));
    assertThat(said.lines()).hasSize(4).allMatch(line -> line.contains("\"error\""));
    assertThat(said).contains("-32700", "longer than 1048576 bytes", "\"id\":7");
  }

  @Test
  void answersEveryRequestThatHasAnImpossibleValue() throws Exception {
    String meta = "{" + McpClient.meta("2026-07-28") + "}";
    String number = meta.replace("\"2026-07-28\"", "20260728");
    String twoLines = meta.replace("2026-07-28", "2026-07-28\\nX-Other: 1");
    assertThat(
            run(
                    McpClient.request(1, "tools/list\\nX-Other: 1", meta),
                    McpClient.request(2, "tools/€", meta),
                    McpClient.request(3, "tools/list", number),
                    McpClient.request(4, "tools/list", twoLines),
                    McpClient.request(
                        5, "tools/call", meta.replace("{\"_meta", "{\"name\":5,\"_meta")),
                    McpClient.request(6, "initialize", "{\"protocolVersion\":5}"),
                    McpClient.request(7, "tools/list", "[1]"),
                    McpClient.request(8, "tools/é", meta))
                .lines())
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("\"id\":1", "-32600", "method: must consist"),
            line -> assertThat(line).contains("\"id\":2", "-32600", "method: must consist"),
            line -> assertThat(line).contains("\"id\":3", "-32602", "protocolVersion"),
            line -> assertThat(line).contains("\"id\":4", "-32602", "protocolVersion: must"),
            line -> assertThat(line).contains("\"id\":5", "-32602", "name"),
            line -> assertThat(line).contains("\"id\":6", "-32602", "protocolVersion"),
            line -> assertThat(line).contains("\"id\":7", "\"error\""),
            line -> assertThat(line).contains("\"id\":8", "-32600", "method: must consist"));
  }

  @Test
  void aListenerWithoutTheKeyOfBubGetsNoToken() throws Exception {
    ProvenPlace bub = scene.place();
    var wrong = new ProvenPlace(bub.url(), new ProofDemand.Key(bub.key().name(), "guessed"));
    String ping = McpClient.request(7, "ping", "{}");
    assertThat(run(() -> wrong, token, McpClient.INITIALIZE, ping).lines())
        .hasSize(2)
        .allMatch(line -> line.contains("did not prove that it is bub"));
  }

  @Test
  void explainsThatBubIsAwayOrRefuses() throws Exception {
    String ping = McpClient.request(7, "ping", "{}");
    ProvenPlace nowhere = new ProvenPlace(URI.create("http://127.0.0.1:1/"), scene.place().key());
    assertThat(run(() -> nowhere, token, ping)).contains("\"id\":7", "bub cannot be reached");
    assertThat(run(scene::place, "bub_wrong.token", McpClient.INITIALIZE))
        .contains("\"id\":0", "Unauthenticated");
  }
}
