package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.Capability;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools over MCP, on a real bus with its lobby. */
@Timeout(60)
class McpDoorTest {
  private static final String SCHEMA =
      "{\"type\":\"object\",\"required\":[\"%s\"],\"properties\":{\"%s\":{\"type\":\"string\"}},"
          + "\"additionalProperties\":false}";

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient anonymous;
  private McpClient mcp;
  private final Http http = Http.plain();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    anonymous = McpClient.of(http, scene);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    mcp = anonymous.initialized();
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    http.close();
    scene.close();
  }

  private static Capability shout(String name) throws Exception {
    return Capability.named(name, "Makes a text loud")
        .withSchemas(
            RawJson.parse(SCHEMA.formatted("text", "text")),
            RawJson.parse(SCHEMA.formatted("loud", "loud")));
  }

  private LobbyClient shouter(String id, String capability) throws Exception {
    LobbyClient lobby = scene.provider(id);
    lobby.offer(
        shout(capability),
        input ->
            RawJson.parse(
                "{\"loud\":\"%s\"}"
                    .formatted(input.fields().string("text").toUpperCase(Locale.ROOT))));
    return lobby;
  }

  private List<String> names() throws Exception {
    var names = new ArrayList<String>();
    for (RawJson tool :
        mcp.result(McpClient.request(1, "tools/list", "{}")).require("tools").elements()) {
      names.add(tool.fields().string("name"));
    }
    return names;
  }

  @Test
  void aCapabilityIsAToolWithBothSchemas() throws Exception {
    shouter("agent:shouter", "shout");
    await().until(() -> names().contains("shout"));
    assertThat(names()).contains("ask_agent", "discover", "send_message", "where");
    Fields page = mcp.result(McpClient.request(1, "tools/list", "{}"));
    assertThat(page.require("tools").toString())
        .contains("\"inputSchema\":" + SCHEMA.formatted("text", "text"))
        .contains("\"outputSchema\":" + SCHEMA.formatted("loud", "loud"));

    Fields result = mcp.result(McpClient.call(2, "shout", "{\"text\":\"hi\"}"));
    assertThat(result.object("structuredContent").toString()).isEqualTo("{\"loud\":\"HI\"}");
    assertThat(result.bool("isError")).isFalse();

    Fields refused = mcp.result(McpClient.call(3, "shout", "{\"other\":1}"));
    assertThat(refused.bool("isError")).isTrue();
    assertThat(refused.require("content").toString()).contains("text");
  }

  @Test
  void aResultNamesTheMessageOfItsCall() throws Exception {
    shouter("agent:shouter", "shout");
    await().until(() -> names().contains("shout"));
    String standsAlone =
        mcp.alone("tools/call", "shout", "\"name\":\"shout\",\"arguments\":{\"text\":\"hi\"}", "{}")
            .body();
    for (Fields result :
        List.of(
            mcp.result(McpClient.call(2, "shout", "{\"text\":\"hi\"}")),
            mcp.result(McpClient.call(3, "shout", "{\"other\":1}")),
            RawJson.parse(standsAlone).fields().object("result").fields())) {
      String id = result.object("_meta").fields().string("bub/message_id");
      String where = "{\"message_id\":\"" + id + "\"}";
      await()
          .until(() -> mcp.post(McpClient.call(4, "where", where)).body().contains("system:lobby"));
    }
  }

  @Test
  void anOutputMayHaveBlocksOfContent() throws Exception {
    LobbyClient lobby = scene.provider("agent:painter");
    String image = "{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/png\"}";
    lobby.offer(
        Capability.named("paint", "Paints"), _ -> RawJson.parse("{\"content\":[" + image + "]}"));
    lobby.offer(
        Capability.named("write", "Writes"), _ -> RawJson.parse("{\"content\":[\"no block\"]}"));
    await().until(() -> names().contains("write"));

    Fields painted = mcp.result(McpClient.call(2, "paint", "{}"));
    assertThat(painted.require("content").toString()).isEqualTo("[" + image + "]");
    Fields written = mcp.result(McpClient.call(3, "write", "{}"));
    assertThat(written.object("structuredContent").toString()).contains("no block");
  }

  @Test
  void providersWithOneContractShareAToolAndOthersDoNot() throws Exception {
    shouter("agent:a", "shout");
    shouter("agent:b", "shout");
    LobbyClient other = scene.provider("agent:c");
    other.offer(Capability.named("odd.name/1", "x"), input -> input);
    await().until(() -> names().stream().anyMatch(name -> name.startsWith("odd_name_1_")));
    assertThat(names()).containsOnlyOnce("shout");

    other.offer(Capability.named("shout", "differs"), input -> input);
    await().until(() -> names().stream().anyMatch(name -> name.startsWith("shout__agent_c_")));
    assertThat(names()).containsOnlyOnce("shout");
    assertThat(names().stream().filter(name -> name.startsWith("shout"))).hasSize(2);
    Fields result = mcp.result(McpClient.call(2, "shout", "{\"text\":\"hi\"}"));
    assertThat(result.object("structuredContent").toString()).isEqualTo("{\"loud\":\"HI\"}");
  }

  @Test
  void manyToolsComeInPages() throws Exception {
    LobbyClient lobby = scene.provider("agent:many");
    for (int i = 0; i < 250; i++) {
      lobby.offer(Capability.named("tool-" + i, "x"), input -> input);
    }
    var names = new HashSet<String>();
    String cursor = null;
    int pages = 0;
    do {
      String params = cursor == null ? "{}" : "{\"cursor\":\"" + cursor + "\"}";
      Fields page = mcp.result(McpClient.request(1, "tools/list", params));
      page.require("tools").elements().forEach(tool -> names.add(tool.fields().string("name")));
      cursor = page.optionalString("nextCursor");
      pages++;
    } while (cursor != null);
    assertThat(pages).isEqualTo(3);
    assertThat(names).hasSize(255);
    assertThat(mcp.post(McpClient.request(1, "tools/list", "{\"cursor\":\"%%\"}")).body())
        .contains("-32602");
  }

  @Test
  void anAgentAnswersAndItsTextIsProgress() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    Future<BufferedReader> stream = begin(McpClient.call(5, "ask_agent", "{\"text\":\"hello\"}"));
    Envelope question = agent.question();
    agent.partial(question, "Let me", 1);
    assertThat(next(stream.get()))
        .contains("notifications/progress", "\"progressToken\":\"p5\"", "\"message\":\"Let me\"");
    agent.reply(question, "Let me see.");
    assertThat(next(stream.get())).contains("\"text\":\"Let me see.\"", "agent:worker-1");
  }

  @Test
  void progressOfACapabilityReachesTheClientAndCancellationTheProvider() throws Exception {
    var heard = new CopyOnWriteArrayList<Envelope>();
    var called = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var lobby = new Address("system:lobby");
    var provider = new AtomicReference<BusClient>();
    provider.set(
        scene.peer(
            "agent:slow",
            envelope -> {
              heard.add(envelope);
              if ("lobby_request".equals(envelope.type())) {
                provider
                    .get()
                    .send(
                        lobby,
                        RawJson.parse(
                            """
                            {"type":"lobby_progress","content":{"request_id":"%s",
                             "response":{"status":"in_progress","message":"half"}}}
                            """
                                .formatted(envelope.messageId())));
                called.countDown();
                release.await();
              }
              return Ack.ok("done");
            }));
    String offer =
        "{\"type\":\"lobby_register\",\"content\":{\"capabilities\":[{\"name\":\"slow\","
            + "\"description\":\"x\",\"input_schema\":{},\"output_schema\":{}}]}}";
    assertThat(provider.get().send(lobby, RawJson.parse(offer)).acks()).allMatch(Ack::success);
    await().until(() -> names().contains("slow"));
    Future<BufferedReader> stream = begin(McpClient.call(8, "slow", "{}"));
    called.await();
    assertThat(next(stream.get())).contains("\"message\":\"half\"");

    for (int twice = 0; twice < 2; twice++) {
      String cancel =
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":8}}";
      assertThat(mcp.post(cancel).status()).isEqualTo(202);
    }
    assertThat(next(stream.get())).contains("cancelled");
    await().until(() -> heard.stream().anyMatch(one -> "trace_stopped".equals(one.type())));
    release.countDown();
  }

  @Test
  void aClientHasAnInbox() throws Exception {
    var heard = new CopyOnWriteArrayList<Envelope>();
    var peer =
        scene.peer(
            "agent:friend",
            envelope -> {
              heard.add(envelope);
              return Ack.ok("read");
            });
    Fields sent =
        mcp.result(McpClient.call(2, "send_message", "{\"to\":\"agent:friend\",\"text\":\"hi\"}"));
    Fields details = sent.object("structuredContent").fields();
    assertThat(heard.getFirst().payload().toString()).contains("agent_message", "hi");
    var client = heard.getFirst().from();
    assertThat(details.string("from")).isEqualTo(client.value());

    assertThat(peer.send(client, RawJson.parse("{\"type\":\"x\",\"content\":{}}")).acks())
        .allMatch(Ack::success);
    Fields got = mcp.result(McpClient.call(3, "wait_for_message", "{\"timeout_seconds\":5}"));
    assertThat(got.object("structuredContent").toString())
        .contains("agent:friend", "\"type\":\"x\"");
    String where = "{\"message_id\":\"" + details.string("message_id") + "\"}";
    assertThat(mcp.post(McpClient.call(5, "where", where)).body()).contains("agent:friend", "read");
    for (String service : List.of("system:spawn", "outbound:telegram:1")) {
      String arguments = "{\"to\":\"" + service + "\",\"text\":\"hi\"}";
      assertThat(mcp.result(McpClient.call(6, "send_message", arguments)).bool("isError")).isTrue();
    }
  }

  @Test
  void tellsOpenStreamsThatTheListHasChanged() throws Exception {
    HttpResponse<InputStream> stream = mcp.http().streamGet(mcp.url());
    assertThat(stream.statusCode()).isEqualTo(200);
    McpClient alone = anonymous.alone("subscriptions/listen", "");
    String listen =
        McpClient.request(
            9,
            "subscriptions/listen",
            "{\"notifications\":{\"toolsListChanged\":true}," + McpClient.meta("2026-07-28") + "}");
    HttpResponse<InputStream> subscription = alone.http().stream(alone.url(), listen);
    var withSession = lines(stream);
    var withoutSession = lines(subscription);
    assertThat(next(withoutSession)).contains("acknowledged", "\"toolsListChanged\":true");
    shouter("agent:new", "brand-new");

    assertThat(next(withSession)).contains("notifications/tools/list_changed");
    assertThat(next(withoutSession)).contains("tools/list_changed", "subscriptionId\":9");
    withSession.close();
    withoutSession.close();
  }

  private Future<BufferedReader> begin(String body) {
    return threads.submit(() -> lines(mcp.http().stream(mcp.url(), body)));
  }

  private static BufferedReader lines(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  private static String next(BufferedReader events) throws Exception {
    while (true) {
      String line = events.readLine();
      if (line.startsWith("data: ")) {
        return line;
      }
    }
  }

  @Test
  void requestsStandAloneInTheNewestRevision() throws Exception {
    shouter("agent:shouter", "shout");
    String params = "{" + McpClient.meta("2026-07-28") + "}";
    Fields found =
        anonymous
            .alone("server/discover", "")
            .result(McpClient.request(1, "server/discover", params));
    assertThat(found.require("supportedVersions").toString()).contains("2026-07-28", "2025-11-25");
    assertThat(found.string("resultType")).isEqualTo("complete");
    await().until(() -> names().contains("shout"));
    String call =
        "{\"name\":\"shout\",\"arguments\":{\"text\":\"hi\"}," + McpClient.meta("2026-07-28") + "}";
    Fields result =
        anonymous.alone("tools/call", "shout").result(McpClient.request(2, "tools/call", call));
    assertThat(result.object("structuredContent").toString()).isEqualTo("{\"loud\":\"HI\"}");

    McpClient wrongName = anonymous.alone("tools/call", "other");
    Http.Reply mismatch = wrongName.post(McpClient.request(3, "tools/call", call));
    assertThat(mismatch.status()).isEqualTo(400);
    assertThat(mismatch.body()).contains("-32020");
    String future = "{" + McpClient.meta("2099-01-01") + "}";
    Http.Reply unsupported =
        anonymous
            .with("MCP-Protocol-Version", "2099-01-01")
            .with("Mcp-Method", "tools/list")
            .post(McpClient.request(4, "tools/list", future));
    assertThat(unsupported.status()).isEqualTo(400);
    assertThat(unsupported.body()).contains("-32022", "\"requested\":\"2099-01-01\"");
    Http.Reply unknown =
        anonymous.alone("sampling/x", "").post(McpClient.request(5, "sampling/x", params));
    assertThat(unknown.status()).isEqualTo(404);
    Http.Reply bare =
        anonymous.alone("tools/list", "").post(McpClient.request(6, "tools/list", "{}"));
    assertThat(bare.status()).isEqualTo(400);
  }
}
