package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The lobby, seen and used from the console. */
@TestInstance(Lifecycle.PER_CLASS)
class LobbyTest {
  @TempDir static Path directory;
  private Scene scene;
  private BusClient shop;

  @BeforeAll
  void open() throws Exception {
    scene = new Scene(directory).connected();
    shop = scene.bus.client("agent:shop");
    LobbyClient lobby = LobbyClient.of(shop);
    shop.connect();
    lobby.offer(
        Capability.read(
            Scene.json(
                """
                {"name": "find_price", "description": "<b>prices</b>",
                 "input_schema": {"type": "object", "required": ["item"],
                   "properties": {"item": {"type": "string"}}},
                 "output_schema": {"type": "object", "required": ["price"]}}
                """)),
        (RawJson input) ->
            Scene.json(input.fields().string("item").equals("odd") ? "{}" : "{\"price\":7}"));
  }

  @AfterAll
  void close() {
    shop.close();
    scene.close();
  }

  @Test
  void showsWhoOffersWhat() throws Exception {
    assertThat(scene.web.get("/api/lobby/agents").body())
        .contains("\"agentId\":\"agent:shop\",\"online\":true", "find_price", "<b>prices</b>");
    assertThat(scene.web.get("/api/lobby/discover?name=find_*").body()).contains("agent:shop");
    assertThat(scene.web.get("/api/lobby/discover?words=prices").body()).contains("agent:shop");
    assertThat(scene.web.get("/api/lobby/discover").errorCode()).isEqualTo("invalid");
  }

  @Test
  void callsUnderTheContract() throws Exception {
    assertThat(call("{\"item\":\"tea\"}").body()).contains("\"ok\":true,\"output\":{\"price\":7}");
    assertThat(call("{}").body())
        .contains("\"ok\":false", "\"errorCode\":\"invalid_input\"", "\"violations\":[{");
    assertThat(call("{\"item\":\"odd\"}").body()).contains("\"errorCode\":\"invalid_output\"");
    assertThat(call("7").errorCode()).isEqualTo("invalid");
    assertThat(
            scene.web.post("/api/lobby/call", "{\"capability\":\"unknown\",\"input\":{}}").body())
        .contains("\"errorCode\":\"capability_not_found\"");
  }

  @Test
  void metricsCountCallsThatBreakTheContract() throws Exception {
    long inputs = metric("bub_lobby_calls_invalid_input_total");
    long outputs = metric("bub_lobby_calls_invalid_output_total");

    call("{}");
    call("{\"item\":\"odd\"}");
    call("{\"item\":\"odd\"}");
    call("{\"item\":\"tea\"}");

    await().until(() -> metric("bub_lobby_calls_invalid_output_total") == outputs + 2);
    assertThat(metric("bub_lobby_calls_invalid_input_total")).isEqualTo(inputs + 1);
  }

  private long metric(String name) throws Exception {
    return scene
        .web
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whoSpeaksTheLobbysDialectIsALobbyAgentWhateverItsName() throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      WebSocket agent =
          http.newWebSocketBuilder()
              .buildAsync(scene.bus.url("/lobby"), new WebSocket.Listener() {})
              .join();
      agent
          .sendText(
              """
              {"sender_id":"price_hunter","receiver_id":"global_lobby","message_type":"REGISTER",\
              "conversation_id":"c-1","payload":{"capabilities":[]}}\
              """,
              true)
          .join();
      await()
          .untilAsserted(
              () ->
                  assertThat(scene.web.get("/api/peers").fields().require("peers").elements())
                      .map(RawJson::fields)
                      .map(peer -> peer.string("clientId") + ": " + peer.string("role"))
                      .contains("price_hunter: lobby agent", "agent:shop: agent"));
      agent.abort();
    }
  }

  private Web.Reply call(String input) throws Exception {
    return scene.web.post(
        "/api/lobby/call",
        "{\"capability\":\"find_price\",\"agentId\":\"agent:shop\",\"input\":" + input + "}");
  }
}
