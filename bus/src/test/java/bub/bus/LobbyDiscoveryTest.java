package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Discovery finds agents by capability. */
class LobbyDiscoveryTest {
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
  void discoveryListsAgentsWithTheCapabilitiesThatFit() {
    bus.connect().registers("seller", FOR_A);
    WireAgent buyer = bus.connect().registers("agent_a", PRICES);

    buyer.sends("DISCOVER_SERVICES", "global_lobby", "{\"capability_name\":\"find_price\"}", "c-2");

    assertThat(buyer.hears())
        .isEqualTo(
            RawPeer.json(
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

    assertThat(buyer.finds("{\"capability_name\":\"find_price\"}"))
        .containsExactly("awake", "closed", "asleep");
    assertThat(buyer.finds("{\"capability_name\":\"find_price\",\"only_callable\":true}"))
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

    assertThat(buyer.finds("{\"capability_name\":\"find_*\"}")).containsExactly("seller");
    assertThat(buyer.finds("{\"capability_name\":\"find_price@^2\"}")).containsExactly("seller");
    assertThat(buyer.finds("{\"capability_name\":\"find_price@^1\"}")).isEmpty();
    assertThat(buyer.finds("{\"query\":\"bargain\"}")).containsExactly("seller");
    assertThat(buyer.finds("{\"query_keywords\":[\"prices\"]}")).containsExactly("seller");
  }
}
