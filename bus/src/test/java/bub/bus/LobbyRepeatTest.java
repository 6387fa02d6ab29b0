package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.ErrorCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An agent, and only that agent, can repeat a registration whose acknowledgement was lost. */
class LobbyRepeatTest {
  private static final String NOTHING = "{\"capabilities\":[]}";

  private final String conversation = UUID.randomUUID().toString();
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

  private void restart() throws IOException {
    bus.close();
    bus = new LobbyBus(directory);
  }

  /** Registers and is gone before the answer. */
  private void registerAndVanish(String id) {
    WireAgent agent = bus.connect().is(id, "");
    agent.sends("REGISTER", "lobby", NOTHING, conversation);
    agent.hangsUp();
    bus.until(() -> bus.activity.events.contains("AGENT_REGISTERED " + id));
  }

  private JsonNode register(String id, String inConversation) {
    WireAgent agent = bus.connect().is(id, "");
    agent.sends("REGISTER", "lobby", NOTHING, inConversation);
    return agent.hears();
  }

  @Test
  void aLostTokenIsReplacedWhenTheSameConversationRegistersAgain() throws IOException {
    registerAndVanish("a");
    restart();

    JsonNode ack = register("a", conversation);

    assertThat(ack.get("message_type").asString()).isEqualTo("REGISTER_ACK");
    String token = ack.at("/payload/auth_token").asString();
    restart();
    assertThat(bus.connect().is("a", token).finds("{\"capability_name\":\"x\"}")).isEmpty();
  }

  @Test
  void theReplacedTokenIsWorthless() {
    String first = register("a", conversation).at("/payload/auth_token").asString();
    register("a", conversation);

    WireAgent old = bus.connect().is("a", first);
    old.sends("DISCOVER_SERVICES", "lobby", "{\"capability_name\":\"x\"}");
    assertThat(old.hearsError()).startsWith("Authentication failed");
  }

  @Test
  void aTokenThatWasUsedIsNeverReplaced() throws IOException {
    String token = register("a", conversation).at("/payload/auth_token").asString();
    bus.connect().is("a", token).finds("{\"capability_name\":\"x\"}");
    assertThat(register("a", conversation).at("/payload/error_code").asString())
        .isEqualTo("id_taken");

    restart();
    assertThat(register("a", conversation).at("/payload/error_code").asString())
        .isEqualTo("id_taken");
  }

  @Test
  void anotherConversationAndOneThatCanBeGuessedReplaceNothing() {
    registerAndVanish("a");
    assertThat(register("a", UUID.randomUUID().toString()).at("/payload/error_code").asString())
        .isEqualTo("id_taken");

    register("b", "register-1");
    assertThat(register("b", "register-1").at("/payload/error_code").asString())
        .isEqualTo("id_taken");
  }

  @Test
  void theConversationIsNoTokenForAnythingElse() {
    registerAndVanish("a");

    WireAgent thief = bus.connect().is("a", conversation);
    thief.sends("DISCOVER_SERVICES", "lobby", "{\"capability_name\":\"x\"}");

    assertThat(thief.hearsError()).startsWith("Authentication failed");
  }

  @Test
  void theLogDoesNotHaveTheConversationOfAFirstRegistration() {
    register("a", conversation);
    WireAgent clumsy = bus.connect();
    clumsy.says(
        "{\"sender_id\":\"b\",\"message_type\":\"REGISTER\",\"conversation_id\":\"%s\"}"
            .formatted(conversation));

    assertThat(bus.activity.messageIds).isNotEmpty().doesNotContain(conversation);
  }

  @Test
  void aPeerOfTheBusRepeatsItsRegistrationToo() throws IOException {
    RawPeer peer = bus.peer("agent:a");
    tells(peer);
    assertThat(bus.activity.payloads).noneMatch(text -> text.contains(conversation));
    restart();
    assertThat(bus.connectToBus().errorCode("initialize", "{\"clientId\":\"agent:a\"}"))
        .isEqualTo(ErrorCodes.UNAUTHENTICATED);

    RawPeer again = bus.connectToBus();
    again.result("initialize", "{\"clientId\":\"agent:a\",\"authToken\":\"" + conversation + "\"}");
    String token = tells(again);

    again.hangsUp();
    bus.connectToBus()
        .result("initialize", "{\"clientId\":\"agent:a\",\"authToken\":\"" + token + "\"}");
    assertThat(
            bus.connectToBus()
                .errorCode(
                    "initialize",
                    "{\"clientId\":\"agent:a\",\"authToken\":\"" + conversation + "\"}"))
        .isEqualTo(ErrorCodes.UNAUTHENTICATED);
  }

  private String tells(RawPeer peer) {
    peer.asks(
        "sendMessage",
        """
        {"from":"agent:a","to":"system:lobby","messageId":"m-1","payload":{"type":"lobby_register",\
        "content":{"capabilities":[],"conversation_id":"%s"}}}\
        """
            .formatted(conversation));
    bus.until(peer::isAnswered);
    return peer.lastAnswer().at("/result/acks/0/payload/auth_token").asString();
  }
}
