package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that the MCP door refuses, and who may use it. */
@Timeout(60)
class McpRefusalsTest {
  private static final String PING = McpClient.request(1, "ping", "{}");

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient anonymous;
  private final Http http = Http.plain();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    anonymous = McpClient.of(http, scene);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  @Test
  void aSessionIsNeededAndEnds() throws Exception {
    assertThat(anonymous.post(PING).status()).isEqualTo(400);
    assertThat(anonymous.with("Mcp-Session-Id", "nothing").post(PING).status()).isEqualTo(404);
    McpClient mcp = anonymous.initialized();
    assertThat(mcp.post(PING).body()).contains("\"result\":{}");
    assertThat(mcp.with("MCP-Protocol-Version", "1999-01-01").post(PING).status()).isEqualTo(400);
    assertThat(mcp.post(McpClient.request(2, "no/such", "{}")).body()).contains("-32601");
    assertThat(mcp.http().delete(mcp.url()).status()).isEqualTo(204);
    assertThat(mcp.post(PING).status()).isEqualTo(404);
  }

  @Test
  void aThousandSessionsAreRefusedByName() throws Exception {
    McpClient first = anonymous.initialized();
    for (int i = 1; i < McpSessions.MOST_PER_CALLER; i++) {
      assertThat(anonymous.post(McpClient.INITIALIZE).status()).isEqualTo(200);
    }
    Http.Reply refused = anonymous.post(McpClient.INITIALIZE);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.body()).contains("too_many_sessions", "256 open MCP sessions");
    assertThat(first.http().delete(first.url()).status()).isEqualTo(204);
    assertThat(anonymous.post(McpClient.INITIALIZE).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{", "7", "[{}]", "{\"jsonrpc\":\"2.0\",\"id\":{}}"})
  void garbageGetsAnErrorOfTheProtocol(String body) throws Exception {
    Http.Reply reply = anonymous.initialized().post(body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains("\"error\"", "\"jsonrpc\"");
  }

  @Test
  void oddRequestsAreRefused() throws Exception {
    McpClient mcp = anonymous.initialized();
    String large = McpClient.call(1, "shout", "{\"text\":\"" + "x".repeat(1 << 20) + "\"}");
    assertThat(mcp.post(large).status()).isEqualTo(413);
    assertThat(mcp.post(McpClient.call(1, "nothing", "{}")).body())
        .contains("Unknown tool: nothing");
    assertThat(mcp.post(McpClient.call(1, "ask_agent", "[]")).body()).contains("-32602");
    assertThat(mcp.post("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}").status()).isEqualTo(202);
    Http plain = http.with("Mcp-Session-Id", "x");
    assertThat(plain.with("Accept", "text/html").post(mcp.url(), PING).status()).isEqualTo(406);
    assertThat(mcp.with("Origin", "http://evil.example").post(PING).status()).isEqualTo(403);
    assertThat(mcp.with("Host", "evil.example").post(PING).status()).isEqualTo(421);
  }

  @Test
  void anUnknownTokenIsRefusedOnAnOpenBusToo() throws Exception {
    Http.Reply reply = anonymous.with("Authorization", "Bearer x").post(McpClient.INITIALIZE);
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.header("WWW-Authenticate")).contains("resource_metadata=\"http://");
    Http.Reply metadata = http.get(scene.url("/.well-known/oauth-protected-resource/mcp"));
    assertThat(metadata.body()).contains("\"resource\":\"" + scene.url("/mcp") + "\"");
  }

  @Test
  void aLockedBusWantsATokenAndASessionBelongsToIt() throws Exception {
    String ann = scene.token("app:ann");
    String mute = scene.token("app:mute", List.of(), false, Set.of("other"));
    scene.lock();
    assertThat(anonymous.post(McpClient.INITIALIZE).status()).isEqualTo(401);
    McpClient asAnn = anonymous.with("Authorization", "Bearer " + ann);
    McpClient session = asAnn.initialized();
    assertThat(session.post(PING).status()).isEqualTo(200);

    McpClient asMute = anonymous.with("Authorization", "Bearer " + mute).initialized();
    String ask = McpClient.call(1, "send_message", "{\"to\":\"agent:x\",\"text\":\"hi\"}");
    assertThat(asMute.post(ask).body()).contains("does not allow");
    String sessionOfAnn =
        session.http().headers().get(session.http().headers().indexOf("Mcp-Session-Id") + 1);
    assertThat(
            anonymous
                .with("Authorization", "Bearer " + mute)
                .with("Mcp-Session-Id", sessionOfAnn)
                .post(PING)
                .status())
        .isEqualTo(404);
  }
}
