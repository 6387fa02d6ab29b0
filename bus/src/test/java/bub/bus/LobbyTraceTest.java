package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Calls through the lobby carry their cause and their trace, and cannot loop forever. */
class LobbyTraceTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String MEMBERS = "\"cause\":\"m-0\",\"trace\":\"" + PARENT + "\"";
  private static final String STRICT =
      """
      {"name":"find_price","description":"Finds prices",\
      "input_schema":{"type":"object","properties":{"item":{"type":"string"}},\
      "additionalProperties":false},\
      "output_schema":{"type":"object","properties":{"price":{"type":"number"}},\
      "additionalProperties":false}}\
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
  void onTheLobbysWireBothSitBesideTheOtherFieldsAndPassBothWays() {
    WireAgent seller = bus.connect().registers("seller", STRICT);
    WireAgent buyer = bus.connect().registers("buyer");
    buyer.requests(
        "seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"," + MEMBERS + "}", "c-1");
    JsonNode request = seller.hears();
    assertThat(request.at("/payload/cause").asString()).isEqualTo("m-0");
    assertThat(request.at("/payload/trace").asString()).isEqualTo(PARENT);
    seller.responds("buyer", "{\"status\":\"success\",\"price\":3," + MEMBERS + "}", "c-1");
    JsonNode answer = buyer.hears();
    assertThat(answer.at("/payload/status").asString()).isEqualTo("success");
    assertThat(answer.at("/payload/trace").asString()).isEqualTo(PARENT);
  }

  @Test
  void aBusPeersRequestCarriesBothToAProviderOfEitherWire() {
    WireAgent seller = bus.connect().registers("seller", STRICT);
    RawPeer buyer = bus.peer("agent:buyer");
    request(buyer, "seller", "r-1", "item");
    JsonNode request = seller.hears();
    assertThat(request.at("/payload/cause").asString()).isEqualTo("m-0");
    assertThat(request.at("/payload/trace").asString()).isEqualTo(PARENT);
    seller.responds("agent:buyer", "{\"status\":\"success\",\"price\":3}", "r-1");
  }

  @Test
  void anOrderToTheLobbyBelongsToTheTraceThatItNames() {
    String trace = PARENT.substring(3, 35);
    RawPeer buyer = bus.peer("agent:buyer");
    buyer.says(
        """
        {"jsonrpc":"2.0","id":78,"method":"sendMessage","params":{"from":"agent:buyer",\
        "to":"system:lobby","messageId":"d-1","payload":{"type":"lobby_discover","content":{"query":"x"},%s}}}\
        """
            .formatted(MEMBERS));
    assertThat(bus.activity.causes).containsExactly("d-1 in " + trace + " by null");

    buyer.says(
        """
        {"jsonrpc":"2.0","id":79,"method":"sendMessage","params":{"from":"agent:buyer",\
        "to":"system:budget","messageId":"d-2","payload":{"type":"budget_reserve",%s}}}\
        """
            .formatted(MEMBERS));
    assertThat(bus.activity.causes)
        .as("the bus learned of the trace from the order")
        .contains("d-2 in " + trace + " by null");

    bus.activity.causes.clear();
    WireAgent agent = bus.connect().registers("agent");
    String other = trace.replace('0', '1');
    agent.finds("{\"query\":\"x\",\"trace\":\"" + PARENT.replace(trace, other) + "\"}");
    assertThat(bus.activity.causes).singleElement().asString().contains(" in " + other + " by ");
  }

  @Test
  void aLoopThroughTheLobbyEnds() {
    WireAgent a = bus.connect().registers("a", STRICT);
    WireAgent b = bus.connect().registers("b", STRICT);
    int calls = 0;
    while (calls++ < 1_000) {
      WireAgent caller = calls % 2 == 1 ? a : b;
      WireAgent provider = calls % 2 == 1 ? b : a;
      String to = calls % 2 == 1 ? "b" : "a";
      String from = calls % 2 == 1 ? "a" : "b";
      caller.requests(to, "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-" + calls);
      bus.until(() -> !caller.heardNothing() || !provider.heardNothing());
      if (!caller.heardNothing()) {
        JsonNode refusal = caller.hears();
        assertThat(refusal.at("/payload/error_code").asString()).isEqualTo("loop_detected");
        break;
      }
      provider.hears();
      provider.responds(from, "{\"status\":\"success\",\"price\":3}", "c-" + calls);
      caller.hears();
    }
    assertThat(calls).isLessThan(300);
  }

  private static void request(RawPeer buyer, String provider, String id, String item) {
    buyer.says(
        """
        {"jsonrpc":"2.0","id":77,"method":"sendMessage","params":{"from":"agent:buyer",\
        "to":"system:lobby","messageId":"%s","payload":{"type":"lobby_request","content":\
        {"agent_id":"%s","capability_name":"find_price","item":"%s"},%s}}}\
        """
            .formatted(id, provider, item, MEMBERS));
  }
}
