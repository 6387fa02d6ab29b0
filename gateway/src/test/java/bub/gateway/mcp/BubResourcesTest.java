package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resources of bub itself, and who may read them. */
@Timeout(60)
class BubResourcesTest {
  private static final String FILE = "bub://workspaces/terminal/1/data/notes.md";

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient anonymous;
  private String operator;
  private String plain;
  private String other;
  private String helper;
  private final List<Envelope> orders = new CopyOnWriteArrayList<>();
  private final Http http = Http.plain();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    operator = scene.token("agent:boss", List.of(), true, Set.of());
    plain = scene.token("agent:reader");
    other = scene.token("agent:other");
    helper = scene.token("agent:helper");
    String systemToken =
        scene.token("agent:system", List.of(Pattern.of("system:*")), true, Set.of());
    BusClient system =
        scene.peer(
            "agent:system",
            systemToken,
            order -> {
              orders.add(order);
              return "workspace_read".equals(order.type())
                  ? Ack.ok("file", RawJson.parse("{\"text\":\"my notes\"}"))
                  : Ack.ok("sessions", RawJson.parse("{\"total\":0,\"sessions\":[]}"));
            });
    system.subscribe("system:*");
    anonymous = McpClient.of(http, scene);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  private static String read(McpClient client, String uri) throws Exception {
    return client.post(McpClient.request(1, "resources/read", "{\"uri\":\"" + uri + "\"}")).body();
  }

  private McpClient as(String token) throws Exception {
    return anonymous.with("Authorization", "Bearer " + token).initialized();
  }

  @Test
  void anOpenBusShowsNeitherWithoutAToken() throws Exception {
    McpClient mcp = anonymous.initialized();
    assertThat(read(mcp, "bub://sessions")).contains("-32602", "Resource not found");
    assertThat(read(mcp, FILE)).contains("-32602", "Resource not found");
    assertThat(orders).isEmpty();
  }

  @Test
  void anOperatorReadsSessionsAndFiles() throws Exception {
    scene.lock();
    McpClient boss = as(operator);
    await().until(() -> read(boss, "bub://sessions").contains("\\\"total\\\":0"));
    orders.clear();
    assertThat(read(boss, FILE)).contains("my notes", FILE);
    assertThat(orders)
        .singleElement()
        .satisfies(
            order -> {
              assertThat(order.from().value()).isEqualTo("agent:boss");
              assertThat(order.payload().toString())
                  .contains("\"channel\":\"terminal\"", "\"path\":\"data/notes.md\"");
            });
    assertThat(
            boss.result(McpClient.request(2, "resources/templates/list", "{}"))
                .require("resourceTemplates")
                .toString())
        .contains("bub://workspaces/{channel}/{chat_id}/{+path}");
  }

  @Test
  void othersReadNeither() throws Exception {
    scene.lock();
    McpClient reader = as(plain);
    assertThat(read(reader, FILE)).contains("-32602");
    assertThat(read(reader, "bub://sessions")).contains("-32602");
    assertThat(orders).isEmpty();
  }

  @Test
  void aTokenReadsTheWorkspacesThatItNamesAndNothingElse() throws Exception {
    String granted = scene.readerToken("agent:backup", "terminal:*");
    scene.lock();
    McpClient backup = as(granted);
    await().until(() -> read(backup, FILE).contains("my notes"));
    assertThat(orders.getLast().from().value()).isEqualTo("agent:backup");
    int before = orders.size();
    assertThat(read(backup, "bub://workspaces/telegram/1/data/notes.md"))
        .contains("-32602", "workspace_read");
    assertThat(read(backup, "bub://workspaces/telegram")).contains("-32602");
    assertThat(read(backup, "bub://sessions")).contains("Resource not found");
    assertThat(orders).hasSize(before);
    assertThat(
            backup
                .result(McpClient.request(2, "resources/templates/list", "{}"))
                .require("resourceTemplates")
                .toString())
        .contains("bub://workspaces/{channel}/{chat_id}/{+path}");
  }

  private static String send(McpClient client) throws Exception {
    return client
        .result(McpClient.call(1, "send_message", "{\"to\":\"agent:nobody\",\"text\":\"hello\"}"))
        .object("structuredContent")
        .fields()
        .string("message_id");
  }

  @Test
  void aReceiptIsForItsSender() throws Exception {
    scene.lock();
    McpClient reader = as(plain);
    String sent = send(reader);
    await().until(() -> read(reader, "bub://receipts/" + sent).contains("no_recipient"));
    assertThat(read(as(operator), "bub://receipts/" + sent)).contains("no_recipient");
    assertThat(read(as(other), "bub://receipts/" + sent)).contains("Resource not found");
  }

  @Test
  void aCallerSeesInEachOfItsSessionsWhatItAskedAnAgent() throws Exception {
    var heard = new CopyOnWriteArrayList<Envelope>();
    scene.lock();
    scene.peer(
        "agent:helper",
        helper,
        envelope -> {
          heard.add(envelope);
          return Ack.failed("busy with a test");
        });
    String question = "{\"agent\":\"agent:helper\",\"text\":\"hello\"}";
    McpClient reader = as(plain);
    await()
        .until(
            () ->
                reader
                    .post(McpClient.call(1, "ask_agent", question))
                    .body()
                    .contains("busy with a test"));
    String asked = heard.getLast().messageId().value();

    McpClient again = as(plain);
    await().until(() -> where(again, asked).contains("busy with a test"));
    assertThat(read(again, "bub://receipts/" + asked)).contains("busy with a test");
    McpClient stranger = as(other);
    assertThat(where(stranger, asked)).contains("You have sent no message");
    assertThat(read(stranger, "bub://receipts/" + asked)).contains("Resource not found");
  }

  @Test
  void aMessageOfOneSessionIsKnownInTheOthers() throws Exception {
    scene.lock();
    String sent = send(as(plain));
    McpClient again = as(plain);
    await().until(() -> where(again, sent).contains("no_recipient"));
    assertThat(where(as(other), sent)).contains("You have sent no message");
  }

  private static String where(McpClient client, String message) throws Exception {
    return client.post(McpClient.call(1, "where", "{\"message_id\":\"" + message + "\"}")).body();
  }
}
