package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.CloseCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What agents say to the lobby and to each other on its own wire, message by message. */
class LobbyDialectTest {
  private static final String PRICES =
      """
      {"name":"find_price","description":"Finds prices","input_schema":{},"output_schema":{}}\
      """;
  private static final String FOR_A =
      """
      {"name":"find_price","description":"Finds prices","input_schema":{},"output_schema":{},\
      "keywords":["price"],"authorized_requester_ids":["agent_a"]}\
      """;

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

  // ---- registration

  @Test
  void registeringGivesATokenAndIsOnTheLog() {
    WireAgent agent = bus.connect();
    agent.says(
        """
        {"sender_id":"agent_a","receiver_id":"global_lobby","message_type":"REGISTER",\
        "payload":{"capabilities":[%s]},"auth_token":null}\
        """
            .formatted(PRICES));

    JsonNode ack = agent.hears();
    String token = ack.at("/payload/auth_token").asString();
    assertThat(token).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    assertThat(ack)
        .isEqualTo(
            json(
                """
                {"sender_id":"global_lobby","receiver_id":"agent_a","message_type":"REGISTER_ACK",\
                "payload":{"status":"success_registered_finalized","lobby_id":"global_lobby",\
                "auth_token":"%s"}}\
                """
                    .formatted(token)));
    assertThat(bus.activity.events)
        .containsExactly(
            "send_start agent_a",
            "AGENT_REGISTERED agent_a",
            "AGENT_REGISTRATION_FINALIZED agent_a",
            "send_finish agent_a ok");
  }

  @Test
  void anAnswerCarriesTheConversationOfTheQuestion() {
    WireAgent agent = bus.connect().is("agent_a", "");
    agent.sends("REGISTER", "lobby", "{\"capabilities\":[]}", "c-1");

    assertThat(agent.hears().get("conversation_id").asString()).isEqualTo("c-1");
  }

  @Test
  void aLiveIdIsNotRegisteredAgainWithoutItsToken() {
    WireAgent owner = bus.connect().registers("agent_a");

    WireAgent thief = bus.connect().is("agent_a", "");
    thief.sends("REGISTER", "global_lobby", "{\"capabilities\":[]}");

    assertThat(error(thief)).contains("already registered");
    assertThat(owner.heardNothing()).isTrue();
    assertThat(bus.activity.events).contains("AGENT_REGISTRATION_REFUSED agent_a");
  }

  @Test
  void withItsTokenAnIdTakesOver() {
    WireAgent before = bus.connect().registers("agent_a");

    WireAgent after = bus.connect().is("agent_a", before.token());
    after.sends("REGISTER", "global_lobby", "{\"capabilities\":[]}");

    assertThat(after.hears().at("/payload/auth_token").asString()).isEqualTo(before.token());
    assertThat(before.closeCode()).isEqualTo(CloseCodes.REPLACED);
  }

  @Test
  void anIdStaysReservedWhenItsAgentIsGone() {
    WireAgent owner = bus.connect().registers("agent_a");
    owner.hangsUp();

    WireAgent thief = bus.connect().is("agent_a", "");
    thief.sends("REGISTER", "global_lobby", "{\"capabilities\":[]}");

    assertThat(error(thief)).contains("already registered");
  }

  @Test
  void anIdIsFreeAgainWhenItIsGivenUp() {
    WireAgent owner = bus.connect().registers("agent_a");
    owner.sends("DEREGISTER", "global_lobby", "{}");
    assertThat(owner.hears().at("/payload/status").asString()).isEqualTo("success_deregistered");

    bus.connect().registers("agent_a");
    owner.sends("DISCOVER_SERVICES", "global_lobby", "{\"capability_name\":\"x\"}");
    assertThat(error(owner)).startsWith("Authentication failed for message to lobby.");
  }

  @Test
  void anIdIsFreeAgainAfterItsRetention() {
    bus.connect().registers("agent_a").hangsUp();
    bus.pass(Duration.ofDays(31));
    bus.until(() -> bus.activity.events.contains("AGENT_EXPIRED global_lobby"));

    bus.connect().registers("agent_a");
  }

  @Test
  void whoIsOnlineDoesNotExpire() {
    WireAgent agent = bus.connect().registers("agent_a");
    bus.pass(Duration.ofDays(31));

    agent.sends("DISCOVER_SERVICES", "global_lobby", "{\"capability_name\":\"x\"}");
    assertThat(agent.hears().get("message_type").asString()).isEqualTo("SERVICES_AVAILABLE");
  }

  @Test
  void theIdsOfTheBusItselfAreNotForRegistering() {
    for (String id : new String[] {"agent:system", "system:spawn", "global_lobby", "lobby"}) {
      WireAgent agent = bus.connect().is(id, "");
      agent.sends("REGISTER", "global_lobby", "{\"capabilities\":[]}");
      assertThat(error(agent)).as(id).contains("reserved");
    }
  }

  @Test
  void theIdOfALivePeerOfTheBusIsNotForOthers() {
    bus.peer("agent:busy");

    WireAgent agent = bus.connect().is("agent:busy", "");
    agent.sends("REGISTER", "global_lobby", "{\"capabilities\":[]}");

    assertThat(error(agent)).contains("in use");
  }

  @Test
  void aConnectionThatNeverProvesAnythingIsClosed() {
    WireAgent agent = bus.connect();
    bus.pass(Duration.ofSeconds(61));

    assertThat(agent.closeCode()).isEqualTo(CloseCodes.REFUSED);
  }

  @Test
  void capabilitiesChangeWhileConnected() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    seller.sends(
        "UPDATE_CAPABILITIES",
        "global_lobby",
        "{\"capabilities\":[%s],\"withdraw\":[\"find_price\"]}"
            .formatted(PRICES.replace("find_price", "find_bargain")));

    assertThat(seller.hears().get("message_type").asString()).isEqualTo("UPDATE_CAPABILITIES_ACK");
    assertThat(found(buyer, "{\"capability_name\":\"find_price\"}")).isEmpty();
    assertThat(found(buyer, "{\"capability_name\":\"find_bargain\"}")).hasSize(1);
  }

  // ---- discovery

  @Test
  void discoveryListsAgentsWithTheCapabilitiesThatFit() {
    bus.connect().registers("seller", FOR_A);
    WireAgent buyer = bus.connect().registers("agent_a", PRICES);

    buyer.sends("DISCOVER_SERVICES", "global_lobby", "{\"capability_name\":\"find_price\"}", "c-2");

    assertThat(buyer.hears())
        .isEqualTo(
            json(
                """
                {"sender_id":"global_lobby","receiver_id":"agent_a",\
                "message_type":"SERVICES_AVAILABLE","payload":{"services_found":[\
                {"agent_id":"seller","relevant_capabilities":[%s]}],\
                "discovered_for_capability":"find_price"},"conversation_id":"c-2"}\
                """
                    .formatted(FOR_A)));
  }

  @Test
  void thoseOnlineComeFirstAndOnlyCallableLeavesOutTheOthers() {
    bus.connect().registers("asleep", PRICES).hangsUp();
    bus.connect().registers("awake", PRICES);
    bus.connect().registers("closed", FOR_A);
    WireAgent buyer = bus.connect().registers("buyer");

    assertThat(found(buyer, "{\"capability_name\":\"find_price\"}"))
        .containsExactly("awake", "closed", "asleep");
    assertThat(found(buyer, "{\"capability_name\":\"find_price\",\"only_callable\":true}"))
        .containsExactly("awake", "asleep");
  }

  @Test
  void wordsWildcardsAndVersionsFindToo() {
    bus.connect()
        .registers(
            "seller",
            """
            {"name":"find_price","description":"Finds prices","input_schema":{},\
            "output_schema":{},"keywords":["bargain"],"version":"2.1.0"}\
            """);
    WireAgent buyer = bus.connect().registers("buyer");

    assertThat(found(buyer, "{\"capability_name\":\"find_*\"}")).containsExactly("seller");
    assertThat(found(buyer, "{\"capability_name\":\"find_price@^2\"}")).containsExactly("seller");
    assertThat(found(buyer, "{\"capability_name\":\"find_price@^1\"}")).isEmpty();
    assertThat(found(buyer, "{\"query\":\"bargain\"}")).containsExactly("seller");
    assertThat(found(buyer, "{\"query_keywords\":[\"prices\"]}")).containsExactly("seller");
  }

  // ---- calls

  @Test
  void aRequestReachesItsProviderAndTheResponseItsCaller() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-3");

    assertThat(seller.hears())
        .isEqualTo(
            json(
                """
                {"sender_id":"buyer","receiver_id":"seller","message_type":"REQUEST",\
                "payload":{"capability_name":"find_price","item":"pen"},"conversation_id":"c-3"}\
                """));
    seller.responds("buyer", "{\"status\":\"success\",\"price\":3}", "c-3");
    assertThat(buyer.hears())
        .isEqualTo(
            json(
                """
                {"sender_id":"seller","receiver_id":"buyer","message_type":"RESPONSE",\
                "payload":{"status":"success","price":3},"conversation_id":"c-3"}\
                """));
    assertThat(bus.activity.events)
        .endsWith(
            "send_start buyer",
            "REQUEST_AUTHORIZED buyer",
            "process_start seller",
            "process_finish seller ok",
            "send_finish buyer ok");
  }

  @Test
  void whoIsNotOnTheListIsRefused() {
    bus.connect()
        .registers(
            "price_hunter_A2_v2", FOR_A.replace("find_price", "find_cheapest_item_price_v2"));
    WireAgent rogue = bus.connect().registers("rogue_007");

    rogue.requests(
        "price_hunter_A2_v2", "{\"capability_name\":\"find_cheapest_item_price_v2\"}", "c-4");

    assertThat(rogue.hears())
        .isEqualTo(
            json(
                """
                {"sender_id":"global_lobby","receiver_id":"rogue_007","message_type":"RESPONSE",\
                "payload":{"status":"error","error":"Unauthorized: Agent 'rogue_007' is not\
                 authorized to call capability 'find_cheapest_item_price_v2' on agent\
                 'price_hunter_A2_v2'.","error_code":"unauthorized"},"conversation_id":"c-4"}\
                """));
    assertThat(bus.activity.events).contains("REQUEST_DENIED_AUTHORIZATION rogue_007");
  }

  @Test
  void progressStreamsThroughUntilTheLastAnswer() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");
    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-5");
    seller.hears();

    bus.pass(Duration.ofSeconds(50));
    seller.responds("buyer", "{\"status\":\"in_progress\",\"done\":1}", "c-5");
    assertThat(buyer.hears().at("/payload/done").asInt()).isEqualTo(1);
    bus.pass(Duration.ofSeconds(50));
    seller.responds("buyer", "{\"status\":\"success\"}", "c-5");
    assertThat(buyer.hears().at("/payload/status").asString()).isEqualTo("success");
  }

  @Test
  void nobodyWaitsForEver() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "slow");
    seller.hears();
    bus.pass(Duration.ofSeconds(61));
    assertThat(code(buyer)).isEqualTo("timeout");

    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "cut");
    seller.hears();
    seller.hangsUp();
    assertThat(code(buyer)).isEqualTo("agent_offline");

    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "gone");
    assertThat(code(buyer)).isEqualTo("agent_offline");
  }

  @Test
  void whatIsNotThereIsNotFound() {
    bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("nobody", "{\"capability_name\":\"find_price\"}", "c-6");
    assertThat(code(buyer)).isEqualTo("capability_not_found");
    buyer.requests("seller", "{\"capability_name\":\"find_gold\"}", "c-7");
    assertThat(code(buyer)).isEqualTo("capability_not_found");
    buyer.requests("any", "{\"capability_name\":\"find_gold\"}", "c-8");
    assertThat(code(buyer)).isEqualTo("capability_not_found");
    buyer.requests("seller", "{}", "c-9");
    assertThat(code(buyer)).isEqualTo("invalid_input");
  }

  @Test
  void anyAsksTheOneWithLeastToDo() {
    WireAgent first = bus.connect().registers("first", PRICES);
    WireAgent second = bus.connect().registers("second", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("any", "{\"capability_name\":\"find_price\"}", "one");
    buyer.requests("any", "{\"capability_name\":\"find_price\"}", "two");

    assertThat(first.hears().get("conversation_id").asString()).isEqualTo("one");
    assertThat(second.hears().get("conversation_id").asString()).isEqualTo("two");
    second.responds("buyer", "{\"status\":\"success\"}", "two");
    assertThat(buyer.hears().get("sender_id").asString()).isEqualTo("second");
    buyer.requests("any", "{\"capability_name\":\"find_price\"}", "three");
    assertThat(second.hears().get("conversation_id").asString()).isEqualTo("three");
  }

  @Test
  void aProviderIsToldWhichVersionIsMeantWhereItHasSeveral() {
    String versioned = PRICES.replace("\"input_schema\"", "\"version\":\"%s\",\"input_schema\"");
    WireAgent one = bus.connect().registers("one", versioned.formatted("1.0.0"));
    WireAgent two =
        bus.connect().registers("two", versioned.formatted("1.0.0"), versioned.formatted("2.1.0"));
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("one", "{\"capability_name\":\"find_price@^1\"}", "c-1");
    buyer.requests("two", "{\"capability_name\":\"find_price@>=1\"}", "c-2");
    buyer.requests("two", "{\"capability_name\":\"find_price@1\"}", "c-3");

    assertThat(one.hears().at("/payload/capability_name").asString()).isEqualTo("find_price");
    assertThat(two.hears().at("/payload/capability_name").asString()).isEqualTo("find_price@2.1.0");
    assertThat(two.hears().at("/payload/capability_name").asString()).isEqualTo("find_price@1.0.0");
  }

  @Test
  void anAgentsErrorIsItsAnswer() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-1");
    seller.hears();
    seller.responds("buyer", "{\"status\":\"error\",\"error\":\"out of paper\"}", "c-1");
    assertThat(buyer.hears().get("payload"))
        .isEqualTo(json("{\"status\":\"error\",\"error\":\"out of paper\"}"));

    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-2");
    seller.hears();
    seller.sends("ERROR", "buyer", "{\"error\":\"out of ink\"}", "c-2");
    assertThat(buyer.hears().at("/payload/error").asString()).isEqualTo("out of ink");
  }

  private String error(WireAgent agent) {
    JsonNode message = agent.hears();
    assertThat(message.get("message_type").asString()).isEqualTo("ERROR");
    return message.at("/payload/error").asString();
  }

  private String code(WireAgent agent) {
    JsonNode message = agent.hears();
    assertThat(message.get("message_type").asString()).isEqualTo("RESPONSE");
    assertThat(message.at("/payload/status").asString()).isEqualTo("error");
    return message.at("/payload/error_code").asString();
  }

  private List<String> found(WireAgent agent, String payload) {
    agent.sends("DISCOVER_SERVICES", "global_lobby", payload);
    return agent
        .hears()
        .at("/payload/services_found")
        .valueStream()
        .map(service -> service.get("agent_id").asString())
        .toList();
  }

  private static JsonNode json(String text) {
    return RawPeer.json(text);
  }
}
