package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.FakeBotApi;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Other peers on an open {@code bub up} cannot take over a chat or its agent. */
class OperatorOrdersTest {
  private static final String[] PARTS = {"agent:system", "agent:console", "telegram-bridge"};

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aStrangerNeitherOrdersNorTakesOverTheAgentOfAChat() throws Exception {
    LiveBub bub = LiveBub.start(workshop);
    bub.chatter("1").says("hello").leavesContent();
    String agent = bub.session().path("client_id").asString();
    TypedClient stranger = join(bub, "agent:stranger");
    String order = "{\"type\":\"sessions_stop\",\"content\":{\"client_id\":\"" + agent + "\"}}";

    for (String from : new String[] {"agent:stranger", "cli:1"}) {
      assertThat(reason(stranger, from, "system:route", order)).isEqualTo("operator_not_granted");
    }
    assertThat(reason(stranger, "agent:console", "system:route", order))
        .isEqualTo("send_as_not_granted");
    assertThat(reason(stranger, "agent:system", agent, "{}")).isEqualTo("send_as_not_granted");

    String takeover = "{\"type\":\"configure\",\"content\":{\"talkto\":\"tg:999\"}}";
    JsonNode ack = send(join(bub, "tg:999"), "tg:999", agent, takeover).at("/result/acks/0");
    assertThat(ack.path("success").asBoolean()).as(ack.toString()).isFalse();
    assertThat(ack.path("message").asString()).contains("term:1");
    assertThat(bub.session().path("status").asString()).isEqualTo("running");
    bub.chatter("1").says("still mine").leavesContent();
  }

  @Test
  void nobodyCanBeAPartOfBubOrSendForItsChats() throws Exception {
    try (FakeBotApi telegram = FakeBotApi.start()) {
      LiveBub bub = startWithTelegram(telegram);
      TypedClient stranger = join(bub, "agent:stranger");
      for (String part : PARTS) {
        JsonNode refusal = refusedToJoin(bub, part);
        assertThat(refusal.at("/error/code").asInt()).as(part).isEqualTo(-32602);
        assertThat(refusal.at("/error/data/reason").asString()).as(part).isEqualTo("reserved");
        assertThat(reason(stranger, part, "agent:stranger", "{}"))
            .as(part)
            .isEqualTo("send_as_not_granted");
      }
      for (String chat : new String[] {"tg:7", "tg:123", "web:1"}) {
        assertThat(reason(stranger, chat, "agent:stranger", "{}"))
            .as(chat)
            .isEqualTo("send_as_not_granted");
      }
      Eventually.holds(() -> assertThat(bub.bub("bus", "status").out()).contains(PARTS));
    }
  }

  @Test
  void nobodySendsForTheChatsOfABridgeThatHasNotConnectedYet() throws Exception {
    try (FakeBotApi telegram = FakeBotApi.start()) {
      Path runDir = workshop.directory().resolve("run");
      workshop.keep(
          withTelegram(telegram)
              .start("up", "--port", "0", "--console-port", "0", "--run-dir", runDir.toString()));
      Eventually.holds(() -> assertThat(runDir.resolve("bus.url")).isNotEmptyFile());
      TypedClient stranger = join(runDir, "agent:stranger");
      for (String chat : new String[] {"tg:123", "web:1"}) {
        assertThat(reason(stranger, chat, "agent:stranger", "{}"))
            .as(chat)
            .isEqualTo("send_as_not_granted");
      }
    }
  }

  @Test
  void nobodyReservesTheChatsOfABridgeThatIsNotStarted() throws Exception {
    TypedClient bridge = join(LiveBub.start(workshop), "my-bridge");

    assertThat(reason(bridge, "tg:123", "agent:nobody", "{}")).isEqualTo("none");
  }

  @Test
  void aChatPeerThatIsConnectedAsItselfHasItsAgentBesideTheBridge() throws Exception {
    try (FakeBotApi telegram = FakeBotApi.start()) {
      LiveBub bub = startWithTelegram(telegram);
      TypedClient chat = join(bub, "tg:7");
      assertThat(reason(chat, "tg:8", "agent:x", "{}")).isEqualTo("send_as_not_granted");
      String spawn =
          "{\"type\":\"spawn_request\",\"content\":{\"chat_id\":\"7\",\"channel\":\"telegram\"}}";
      chat.type(message("tg:7", "system:spawn", spawn));

      var news = new ArrayList<String>();
      String agent = "";
      while (!news.containsAll(List.of("ack", "spawn_result", "route_assigned"))) {
        JsonNode next = chat.next();
        if (next.has("result")) {
          assertThat(next.at("/result/acks/0/success").asBoolean()).as(next.toString()).isTrue();
          news.add("ack");
        } else {
          JsonNode payload = next.at("/params/payload");
          news.add(payload.path("type").asString());
          agent = payload.at("/content/agent_id").asString(agent);
          acknowledge(chat, next);
        }
      }
      String hello =
          "{\"type\":\"tg_message\",\"content\":{\"text\":\"hello\",\"senderId\":\"7\",\"channel\":\"telegram\"}}";
      chat.type(message("tg:7", agent, hello));
      String reply = "";
      while (reply.isEmpty()) {
        JsonNode next = chat.next();
        if (next.has("method")) {
          reply = next.at("/params/payload/content/text").asString("");
          acknowledge(chat, next);
        } else {
          assertThat(next.at("/result/acks/0/success").asBoolean()).as(next.toString()).isTrue();
        }
      }
      assertThat(reply).startsWith("hello"); // the first echo introduces itself, too
    }
  }

  @Test
  void oneConnectionCannotTakeAllPlacesOfAgentsUnderManyNames() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--max-spawn-requests", "2", "--max-agents", "8");
    TypedClient stranger = join(bub, "my-bridge");
    for (int i = 11; i <= 18; i++) {
      String spawn =
          "{\"type\":\"spawn_request\",\"content\":{\"chat_id\":\"%d\",\"channel\":\"terminal\"}}"
              .formatted(i);
      JsonNode answer = send(stranger, "term:" + i, "system:spawn", spawn);
      assertThat(answer.at("/error/data/reason").asString("none"))
          .as(answer.toString())
          .isEqualTo(i <= 12 ? "none" : "rate_limited");
    }
    bub.chatter("1").says("there is room for me").leavesContent();
    assertThat(bub.sessions().size()).isEqualTo(3);
  }

  private LiveBub startWithTelegram(FakeBotApi telegram) throws Exception {
    return LiveBub.start(workshop, withTelegram(telegram), "--console-port", "0");
  }

  private BubProgram withTelegram(FakeBotApi telegram) {
    return workshop
        .program()
        .with("BUB_TELEGRAM_TOKEN", FakeBotApi.TOKEN)
        .with("BUB_TELEGRAM_API_URL", telegram.url().toString());
  }

  private JsonNode refusedToJoin(LiveBub bub, String clientId) throws Exception {
    URI url = URI.create(Files.readString(bub.runDir().resolve("bus.url")).strip());
    TypedClient client = workshop.keep(TypedClient.connect(url));
    return client
        .type(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientId\":\"%s\"}}"
                .formatted(clientId))
        .next();
  }

  private static void acknowledge(TypedClient chat, JsonNode call) throws InterruptedException {
    chat.type(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"success\":true,\"message\":\"ok\"}}"
            .formatted(call.get("id")));
  }

  private TypedClient join(LiveBub bub, String clientId) throws Exception {
    return join(bub.runDir(), clientId);
  }

  private TypedClient join(Path runDir, String clientId) throws Exception {
    URI url = URI.create(Files.readString(runDir.resolve("bus.url")).strip());
    TypedClient client = workshop.keep(TypedClient.connect(url));
    client.ask("initialize", "{\"clientId\":\"%s\"}".formatted(clientId));
    return client;
  }

  private static String message(String from, String to, String payload) {
    return """
    {"jsonrpc":"2.0","id":9,"method":"sendMessage","params":
     {"from":"%s","to":"%s","messageId":"m-%s","payload":%s}}\
    """
        .formatted(from, to, UUID.randomUUID(), payload);
  }

  private static String reason(TypedClient client, String from, String to, String payload)
      throws InterruptedException {
    return send(client, from, to, payload).at("/error/data/reason").asString("none");
  }

  private static JsonNode send(TypedClient client, String from, String to, String payload)
      throws InterruptedException {
    client.type(message(from, to, payload));
    return client.next();
  }
}
