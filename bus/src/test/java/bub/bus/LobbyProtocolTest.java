package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.deliver.InterceptorChain;
import bub.bus.policy.RateLimits;
import bub.bus.policy.TypeRules;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Optional parts of the lobby's messages: conversations, versions, error codes, extra fields. */
class LobbyProtocolTest {
  private static final String PRICES =
      """
      {"name":"find_price","description":"Finds prices","input_schema":{},"output_schema":{},\
      "cost":{"per_call":0.01},"owner":"shop team"}\
      """;
  private static final String FIND = "{\"capability_name\":\"find_price\"}";

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
  void aRequestWithoutAConversationGetsOne() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.sends("REQUEST", "seller", FIND);
    String conversation = seller.hears().get("conversation_id").asString();
    seller.responds("buyer", "{\"status\":\"in_progress\"}", conversation);
    seller.responds("buyer", "{\"status\":\"success\"}", conversation);

    assertThat(conversation).isNotEmpty();
    assertThat(buyer.hears().get("conversation_id").asString()).isEqualTo(conversation);
    assertThat(buyer.hears().get("conversation_id").asString()).isEqualTo(conversation);
  }

  @Test
  void aRefusedRequestWithoutAConversationGetsOneToo() {
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.sends("REQUEST", "nobody", FIND);

    JsonNode answer = buyer.hears();
    assertThat(answer.at("/payload/error_code").asString()).isEqualTo("capability_not_found");
    assertThat(answer.get("conversation_id").asString()).isNotEmpty();
  }

  @Test
  void twoRequestsWithoutAConversationAreTwoConversations() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.sends("REQUEST", "seller", FIND).sends("REQUEST", "seller", FIND);

    String first = seller.hears().get("conversation_id").asString();
    assertThat(seller.hears().get("conversation_id").asString()).isNotEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.1.0", "0.1", "0.1.9", "^0.1"})
  void theVersionThatIsSpokenIsToldToWhoAsks(String version) {
    WireAgent agent = bus.connect();
    agent.says(registration("a", "", "\"protocol_version\":\"" + version + "\""));
    assertThat(agent.hears().at("/payload/protocol_version").asString()).isEqualTo("0.1.0");

    WireAgent inPayload = bus.connect();
    inPayload.says(registration("b", ",\"protocol_version\":\"" + version + "\"", ""));
    assertThat(inPayload.hears().at("/payload/protocol_version").asString()).isEqualTo("0.1.0");

    WireAgent silent = bus.connect();
    silent.says(registration("c", "", ""));
    assertThat(silent.hears().at("/payload").has("protocol_version")).isFalse();
  }

  @Test
  void aVersionThatTheLobbyDoesNotSpeakIsRefusedWithTheOneItDoes() {
    WireAgent agent = bus.connect();
    agent.says(registration("a", "", "\"protocol_version\":\"2.0.0\""));

    JsonNode refusal = agent.hears();
    assertThat(refusal.at("/payload/error_code").asString()).isEqualTo("unsupported_version");
    assertThat(refusal.at("/payload/error").asString()).contains("supports 0.1.0", "2.0.0");
  }

  @Test
  void aPeerOfTheBusLearnsTheVersionInItsAck() {
    RawPeer peer = bus.peer("agent:a");
    peer.asks("sendMessage", toLobby("{\"capabilities\":[],\"protocol_version\":\"0.1\"}"));
    bus.until(peer::isAnswered);

    JsonNode payload = peer.lastAnswer().at("/result/acks/0/payload");
    assertThat(payload.get("protocol_version").asString()).isEqualTo("0.1.0");
  }

  private static String toLobby(String content) {
    return """
    {"from":"agent:a","to":"system:lobby","messageId":"m-1",\
    "payload":{"type":"lobby_register","content":%s}}\
    """
        .formatted(content);
  }

  private static String registration(String id, String inPayload, String beside) {
    return """
    {"sender_id":"%s","receiver_id":"lobby","message_type":"REGISTER",\
    "payload":{"capabilities":[]%s}%s}\
    """
        .formatted(id, inPayload, beside.isEmpty() ? "" : "," + beside);
  }

  @Test
  void extraFieldsOfACapabilityAreReturned() {
    bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.sends("DISCOVER_SERVICES", "global_lobby", FIND);

    JsonNode capability = buyer.hears().at("/payload/services_found/0/relevant_capabilities/0");
    assertThat(capability.at("/cost/per_call").asDouble()).isEqualTo(0.01);
    assertThat(capability.get("owner").asString()).isEqualTo("shop team");
  }

  @Test
  void everyKindOfErrorHasItsCode() {
    WireAgent owner = bus.connect().registers("owner");
    assertThat(code(bus.connect().is("owner", ""), "REGISTER", "{\"capabilities\":[]}"))
        .isEqualTo("id_taken");
    assertThat(code(bus.connect().is("agent:system", ""), "REGISTER", "{\"capabilities\":[]}"))
        .isEqualTo("id_taken");
    String badSchema = PRICES.replace("\"input_schema\":{}", "\"input_schema\":{\"type\":7}");
    assertThat(code(owner, "REGISTER", "{\"capabilities\":[" + badSchema + "]}"))
        .isEqualTo("invalid_capability");
    assertThat(code(owner, "DISCOVER_SERVICES", "{}")).isEqualTo("invalid_message");
    assertThat(code(bus.connect().is("owner", "x"), "DISCOVER_SERVICES", FIND))
        .isEqualTo("authentication_failed");
    assertThat(code(owner, "REGISTER_ACK", "{}")).isEqualTo("invalid_message");
  }

  private static String code(WireAgent agent, String type, String payload) {
    agent.sends(type, "global_lobby", payload);
    JsonNode answer = agent.hears();
    assertThat(answer.get("message_type").asString()).isEqualTo("ERROR");
    return answer.at("/payload/error_code").asString();
  }

  @Test
  void everythingSaidToTheLobbyCountsTowardsTheRate() throws IOException {
    var rules =
        new BusRules(
            TypeRules.builtIn(false), InterceptorChain.OnFailure.OPEN, new RateLimits(2, 0, 30, 0));
    try (var strict = new LobbyBus(directory.resolve("strict"), rules)) {
      WireAgent agent = strict.connect().registers("a");
      assertThat(agent.finds(FIND)).isEmpty();
      assertThat(code(agent, "DISCOVER_SERVICES", FIND)).isEqualTo("rate_limited");
      assertThat(code(agent, "UPDATE_CAPABILITIES", "{}")).isEqualTo("rate_limited");
      assertThat(code(agent, "REGISTER", "{\"capabilities\":[]}")).isEqualTo("rate_limited");

      strict.connect().registers("b"); // others are not slowed down
    }
  }

  @Test
  void oneConnectionThatTriesManyIdsIsSlowedDown() throws IOException {
    var rules =
        new BusRules(
            TypeRules.builtIn(false), InterceptorChain.OnFailure.OPEN, new RateLimits(2, 0, 30, 0));
    try (var strict = new LobbyBus(directory.resolve("strict"), rules)) {
      WireAgent agent = strict.connect();
      for (int i = 0; i < 2; i++) {
        agent.is("a" + i, "").registers("a" + i).sends("DEREGISTER", "global_lobby", "{}");
        agent.hears();
      }
      assertThat(code(agent.is("a2", ""), "REGISTER", "{\"capabilities\":[]}"))
          .isEqualTo("rate_limited");
    }
  }
}
