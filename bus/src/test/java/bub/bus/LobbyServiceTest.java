package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.ErrorCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The same lobby for peers of the bus, and calls between the two wires. */
class LobbyServiceTest {
  private static final String PRICES =
      """
      {"name":"find_price","description":"Finds prices","input_schema":{},"output_schema":{}}\
      """;
  private static final String FIND = "{\"agent_id\":\"%s\",\"capability_name\":\"find_price\"}";

  @TempDir private Path directory;
  private LobbyBus bus;

  @BeforeEach
  void open() throws IOException {
    bus = new LobbyBus(directory);
  }

  @AfterEach
  void close() {
    bus.close();
  }

  @Test
  void aPeerRegistersAndGetsItsTokenOnce() {
    RawPeer seller = bus.peer("agent:seller");

    JsonNode ack = tells(seller, "agent:seller", "lobby_register", offer());
    assertThat(ack.get("success").asBoolean()).isTrue();
    assertThat(ack.at("/payload/status").asString()).isEqualTo("success_registered_finalized");
    assertThat(ack.at("/payload/auth_token").asString()).isNotEmpty();

    JsonNode again = tells(seller, "agent:seller", "lobby_register", offer());
    assertThat(again.get("success").asBoolean()).isTrue();
    assertThat(again.get("payload").has("auth_token")).isFalse();
  }

  @Test
  void aRegisteredIdNeedsItsTokenOnTheBus() {
    RawPeer seller = bus.peer("agent:seller");
    String token =
        tells(seller, "agent:seller", "lobby_register", offer())
            .at("/payload/auth_token")
            .asString();
    seller.hangsUp();

    assertThat(bus.connectToBus().errorCode("initialize", "{\"clientId\":\"agent:seller\"}"))
        .isEqualTo(ErrorCodes.UNAUTHENTICATED);
    assertThat(
            bus.connectToBus()
                .errorCode("initialize", "{\"clientId\":\"agent:seller\",\"authToken\":\"wrong\"}"))
        .isEqualTo(ErrorCodes.UNAUTHENTICATED);
    bus.connectToBus()
        .result("initialize", "{\"clientId\":\"agent:seller\",\"authToken\":\"" + token + "\"}");
    // And on the lobby's own wire it is the same id with the same token.
    WireAgent onTheOtherWire = bus.connect().is("agent:seller", token);
    onTheOtherWire.sends("DISCOVER_SERVICES", "lobby", "{\"capability_name\":\"x\"}");
    assertThat(onTheOtherWire.hears().get("message_type").asString())
        .isEqualTo("SERVICES_AVAILABLE");
  }

  @Test
  void theLobbysAddressesAreItsOwn() {
    for (String id : new String[] {"system:lobby", "global_lobby", "lobby"}) {
      assertThat(bus.connectToBus().errorCode("initialize", "{\"clientId\":\"" + id + "\"}"))
          .isEqualTo(-32602);
    }
    RawPeer eavesdropper = bus.peer("agent:ear").thatAnswers("{\"success\":true}");
    eavesdropper.result("subscribe", "{\"address\":\"*\"}");
    RawPeer seller = bus.peer("agent:seller");

    tells(seller, "agent:seller", "lobby_register", offer());

    assertThat(eavesdropper.calls).isEmpty();
  }

  @Test
  void nobodyPassesOffAMessageAsTheLobbys() {
    RawPeer seller = answering("agent:seller", "{\"success\":true}");
    tells(seller, "agent:seller", "lobby_register", offer());
    RawPeer stranger = bus.peer("agent:stranger");

    int code =
        stranger.errorCode(
            "sendMessage",
            """
            {"from":"agent:stranger","to":"agent:seller","messageId":"m-1",\
            "payload":{"type":"lobby_request","content":{"capability_name":"find_price"}}}\
            """);

    assertThat(code).isEqualTo(-32602);
    assertThat(seller.calls).isEmpty();
  }

  @Test
  void aTokenIsNeverLogged() {
    RawPeer seller = bus.peer("agent:seller");
    String content = "{\"capabilities\":[],\"auth_token\":\"t0p-s3cret\"}";

    JsonNode ack = tells(seller, "agent:seller", "lobby_register", content);

    assertThat(bus.activity.payloads).isNotEmpty().noneMatch(text -> text.contains("t0p-s3cret"));
    String issued = ack.at("/payload/auth_token").asString();
    assertThat(bus.activity.payloads).noneMatch(text -> text.contains(issued));
  }

  @Test
  void aPeerCallsAPeer() {
    RawPeer seller = answering("agent:seller", "{\"success\":true,\"payload\":{\"price\":3}}");
    tells(seller, "agent:seller", "lobby_register", offer());
    RawPeer buyer = bus.peer("agent:buyer");

    JsonNode ack = tells(buyer, "agent:buyer", "lobby_request", FIND.formatted("agent:seller"));

    assertThat(ack.get("success").asBoolean()).isTrue();
    assertThat(ack.get("payload")).isEqualTo(RawPeer.json("{\"status\":\"success\",\"price\":3}"));
    JsonNode delivered = seller.calls.getLast().get("params");
    assertThat(delivered.get("from").asString()).isEqualTo("agent:buyer");
    assertThat(delivered.get("to").asString()).isEqualTo("agent:seller");
    assertThat(delivered.get("payload"))
        .isEqualTo(
            RawPeer.json(
                "{\"type\":\"lobby_request\",\"content\":{\"capability_name\":\"find_price\"}}"));
  }

  @Test
  void theConnectionCallsWhateverItClaims() {
    RawPeer seller = answering("agent:seller", "{\"success\":true}");
    tells(
        seller,
        "agent:seller",
        "lobby_register",
        offer().replace("}]", ",\"authorized_requester_ids\":[\"agent:friend\"]}]"));
    RawPeer stranger = bus.peer("agent:stranger");

    JsonNode ack = tells(stranger, "agent:friend", "lobby_request", FIND.formatted("agent:seller"));

    assertThat(ack.get("success").asBoolean()).isFalse();
    assertThat(ack.at("/payload/error_code").asString()).isEqualTo("unauthorized");
    assertThat(ack.get("message").asString()).contains("'agent:stranger' is not authorized");
  }

  @Test
  void anAgentOfTheLobbyCallsAPeerOfTheBus() {
    RawPeer seller = answering("agent:seller", "{\"success\":true,\"payload\":{\"price\":3}}");
    tells(seller, "agent:seller", "lobby_register", offer());
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("agent:seller", "{\"capability_name\":\"find_price\"}", "c-1");

    assertThat(buyer.hears().get("payload"))
        .isEqualTo(RawPeer.json("{\"status\":\"success\",\"price\":3}"));
    // One conversation may have many requests, but a peer drops a message id it has seen.
    buyer.requests("agent:seller", "{\"capability_name\":\"find_price\"}", "c-1");
    buyer.hears();
    assertThat(seller.calls.get(0).at("/params/messageId"))
        .isNotEqualTo(seller.calls.get(1).at("/params/messageId"));
  }

  @Test
  void aPeerOfTheBusCallsAnAgentOfTheLobbyAndHearsOfItsProgress() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    RawPeer buyer = bus.peer("agent:buyer").thatAnswers("{\"success\":true}");

    sends(buyer, "agent:buyer", "lobby_request", FIND.formatted("any"));

    JsonNode request = seller.hears();
    assertThat(request.get("sender_id").asString()).isEqualTo("agent:buyer");
    assertThat(request.get("payload"))
        .isEqualTo(RawPeer.json("{\"capability_name\":\"find_price\"}"));
    String conversation = request.get("conversation_id").asString();
    seller.responds("agent:buyer", "{\"status\":\"in_progress\",\"done\":1}", conversation);
    assertThat(buyer.calls.getLast().at("/params/payload"))
        .isEqualTo(
            RawPeer.json(
                """
                {"type":"lobby_progress","content":{"request_id":"m-1",\
                "response":{"status":"in_progress","done":1}}}\
                """));
    seller.responds("agent:buyer", "{\"status\":\"success\",\"price\":3}", conversation);
    assertThat(ackOf(buyer).get("payload"))
        .isEqualTo(RawPeer.json("{\"status\":\"success\",\"price\":3}"));
  }

  @Test
  void aPeersFailureIsAnErrorWithItsWords() {
    RawPeer seller = answering("agent:seller", "{\"success\":false,\"message\":\"out of paper\"}");
    tells(seller, "agent:seller", "lobby_register", offer());
    RawPeer buyer = bus.peer("agent:buyer");

    JsonNode ack = tells(buyer, "agent:buyer", "lobby_request", FIND.formatted("agent:seller"));

    assertThat(ack.get("payload"))
        .isEqualTo(RawPeer.json("{\"status\":\"error\",\"error\":\"out of paper\"}"));
    assertThat(ack.get("shouldRetry").asBoolean()).isFalse();
  }

  @Test
  void passingTroubleMayBeRetried() {
    RawPeer seller = answering("agent:seller", "{\"success\":true}");
    tells(seller, "agent:seller", "lobby_register", offer());
    seller.hangsUp();
    RawPeer buyer = bus.peer("agent:buyer");

    JsonNode ack = tells(buyer, "agent:buyer", "lobby_request", FIND.formatted("agent:seller"));

    assertThat(ack.at("/payload/error_code").asString()).isEqualTo("agent_offline");
    assertThat(ack.get("shouldRetry").asBoolean()).isTrue();
  }

  @Test
  void agentsAreListedPageByPage() {
    for (String id : new String[] {"c", "a", "b"}) {
      bus.connect().registers(id, PRICES);
    }
    RawPeer operator = bus.peer("cli:1");

    JsonNode page = tells(operator, "cli:1", "lobby_agents", "{\"limit\":2}").get("payload");
    assertThat(page.at("/agents/0/agent_id").asString()).isEqualTo("a");
    assertThat(page.at("/agents/0/online").asBoolean()).isTrue();
    assertThat(page.at("/agents/1/capabilities/0/name").asString()).isEqualTo("find_price");
    assertThat(page.get("next").asString()).isEqualTo("c");
    JsonNode rest = tells(operator, "cli:1", "lobby_agents", "{\"from\":\"c\"}").get("payload");
    assertThat(rest.get("agents").size()).isEqualTo(1);
    assertThat(rest.has("next")).isFalse();
  }

  @Test
  void whatTheLobbyDoesNotKnowItSays() {
    RawPeer peer = bus.peer("agent:a");

    assertThat(tells(peer, "agent:a", "lobby_party", "{}").get("message").asString())
        .contains("lobby_register");
    assertThat(tells(peer, "agent:a", "lobby_discover", "{}").get("message").asString())
        .contains("capability_name");
    assertThat(tells(peer, "agent:a", "lobby_update", "{}").get("message").asString())
        .contains("not registered");
  }

  // ---- peers

  private RawPeer answering(String id, String ack) {
    return bus.peer(id).thatAnswers(_ -> Optional.of(ack));
  }

  private static String offer() {
    return "{\"capabilities\":[" + PRICES + "]}";
  }

  private JsonNode tells(RawPeer peer, String from, String type, String content) {
    sends(peer, from, type, content);
    return ackOf(peer);
  }

  private static void sends(RawPeer peer, String from, String type, String content) {
    peer.asks(
        "sendMessage",
        """
        {"from":"%s","to":"system:lobby","messageId":"m-1","payload":{"type":"%s","content":%s}}\
        """
            .formatted(from, type, content));
  }

  private JsonNode ackOf(RawPeer peer) {
    bus.until(peer::isAnswered);
    JsonNode result = peer.lastAnswer().get("result");
    assertThat(result.get("accepted").asBoolean()).isTrue();
    assertThat(result.get("acks").size()).isEqualTo(1);
    return result.at("/acks/0");
  }
}
