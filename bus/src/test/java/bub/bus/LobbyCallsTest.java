package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.policy.TypeRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls between agents through the lobby, message by message. */
class LobbyCallsTest {
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

  @Test
  void aRequestReachesItsProviderAndTheResponseItsCaller() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-3");

    assertThat(seller.hears())
        .isEqualTo(
            RawPeer.json(
                """
                {"sender_id":"buyer","receiver_id":"seller","message_type":"REQUEST",\
                "payload":{"capability_name":"find_price","item":"pen"},"conversation_id":"c-3"}\
                """));
    seller.responds("buyer", "{\"status\":\"success\",\"price\":3}", "c-3");
    assertThat(buyer.hears())
        .isEqualTo(
            RawPeer.json(
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
            RawPeer.json(
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
    assertThat(buyer.hearsErrorCode()).isEqualTo("timeout");

    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "cut");
    seller.hears();
    seller.hangsUp();
    assertThat(buyer.hearsErrorCode()).isEqualTo("agent_offline");

    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "gone");
    assertThat(buyer.hearsErrorCode()).isEqualTo("agent_offline");
  }

  @Test
  void strictTypesDoNotShutTheLobby() throws IOException {
    var standard = BusRules.standard();
    var strict = new BusRules(TypeRules.builtIn(true), standard.onFailure(), standard.rates());
    try (var strictBus = new LobbyBus(Files.createDirectory(directory.resolve("strict")), strict)) {
      WireAgent seller = strictBus.connect().registers("seller", PRICES);
      WireAgent buyer = strictBus.connect().registers("buyer");

      buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-1");

      assertThat(seller.hears().get("message_type").asString()).isEqualTo("REQUEST");
    }
  }

  @Test
  void whoLeavesTheLobbyLeavesNobodyWaiting() {
    WireAgent seller = bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");
    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-1");
    seller.hears();

    seller.sends("DEREGISTER", "global_lobby", "{}");

    assertThat(buyer.hearsErrorCode()).isEqualTo("agent_offline");
  }

  @Test
  void whatIsNotThereIsNotFound() {
    bus.connect().registers("seller", PRICES);
    WireAgent buyer = bus.connect().registers("buyer");

    buyer.requests("nobody", "{\"capability_name\":\"find_price\"}", "c-6");
    assertThat(buyer.hearsErrorCode()).isEqualTo("capability_not_found");
    buyer.requests("seller", "{\"capability_name\":\"find_gold\"}", "c-7");
    assertThat(buyer.hearsErrorCode()).isEqualTo("capability_not_found");
    buyer.requests("any", "{\"capability_name\":\"find_gold\"}", "c-8");
    assertThat(buyer.hearsErrorCode()).isEqualTo("capability_not_found");
    buyer.requests("seller", "{}", "c-9");
    assertThat(buyer.hearsErrorCode()).isEqualTo("invalid_input");
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
        .isEqualTo(RawPeer.json("{\"status\":\"error\",\"error\":\"out of paper\"}"));

    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-2");
    seller.hears();
    seller.sends("ERROR", "buyer", "{\"error\":\"out of ink\"}", "c-2");
    assertThat(buyer.hears().at("/payload/error").asString()).isEqualTo("out of ink");
  }
}
