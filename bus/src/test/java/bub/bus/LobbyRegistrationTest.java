package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.CloseCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Assignment and lifetime of ids on the lobby wire. */
class LobbyRegistrationTest {
  private static final String PRICES =
      """
      {"name":"find_price","description":"Finds prices","input_schema":{},"output_schema":{}}\
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
            RawPeer.json(
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

    assertThat(thief.hearsError()).contains("already registered");
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

    assertThat(thief.hearsError()).contains("already registered");
  }

  @Test
  void anIdIsFreeAgainWhenItIsGivenUp() {
    WireAgent owner = bus.connect().registers("agent_a");
    owner.sends("DEREGISTER", "global_lobby", "{}");
    assertThat(owner.hears().at("/payload/status").asString()).isEqualTo("success_deregistered");

    bus.connect().registers("agent_a");
    owner.sends("DISCOVER_SERVICES", "global_lobby", "{\"capability_name\":\"x\"}");
    assertThat(owner.hearsError()).startsWith("Authentication failed for message to lobby.");
  }

  @Test
  void whoGivesUpItsIdHasTimeToTakeAnother() {
    WireAgent agent = bus.connect().registers("agent_a");
    bus.pass(Duration.ofMinutes(2));
    agent.sends("DEREGISTER", "global_lobby", "{}");
    agent.hears();
    bus.pass(Duration.ofSeconds(1));

    agent.is("agent_b", "").registers("agent_b");
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
      assertThat(agent.hearsError()).as(id).contains("reserved");
    }
  }

  @Test
  void theIdOfALivePeerOfTheBusIsNotForOthers() {
    bus.peer("agent:busy");

    WireAgent agent = bus.connect().is("agent:busy", "");
    agent.sends("REGISTER", "global_lobby", "{\"capabilities\":[]}");

    assertThat(agent.hearsError()).contains("in use");
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
    assertThat(buyer.finds("{\"capability_name\":\"find_price\"}")).isEmpty();
    assertThat(buyer.finds("{\"capability_name\":\"find_bargain\"}")).hasSize(1);
  }
}
