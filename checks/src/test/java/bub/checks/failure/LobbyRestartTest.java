package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.client.NotConnected;
import bub.client.lobby.Contract;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A killed bus keeps the registrations of its lobby: ids and capabilities. */
class LobbyRestartTest {
  record Text(String text) {}

  private static final Contract<Text, Text> ECHO = Contract.of("echo", Text.class, Text.class);
  private static final Contract<Text, Text> SHOUT = Contract.of("shout", Text.class, Text.class);
  private static final String WIRED = "wired_agent";

  @RegisterExtension final Workshop workshop = new Workshop();
  private BusClient client;
  private LobbyClient lobby;
  private String token;
  private ServedBus bus;

  /** One agent on each wire, each offers something; then the bus is killed and there is another. */
  @BeforeEach
  void aBusThatWasKilled() throws Exception {
    ServedBus killed = workshop.bus();
    client = killed.client("agent:bus");
    lobby = LobbyClient.of(client, LobbyToken.file(workshop.directory().resolve("bus.token")));
    client.connect();
    lobby.offer(ECHO, text -> text);
    String offer =
        "{\"name\":\"shout\",\"description\":\"\",\"input_schema\":{},\"output_schema\":{}}";
    TypedClient wired = connect(killed);
    wired.type(
        message(WIRED, "lobby", "REGISTER", "{\"capabilities\":[" + offer + "]}", "r", null));
    token = wired.next().at("/payload/auth_token").asString();

    killed.process().kill();
    bus = workshop.busOn(killed.port());
  }

  @Test
  void agentsOnBothWiresCarryOnWithTheirTokens() throws Exception {
    TypedClient wired = connect(bus);

    String echo = "{\"capability_name\":\"echo\",\"text\":\"hi\"}";
    Eventually.holds(
        () -> {
          wired.type(message(WIRED, "any", "REQUEST", echo, "c-1", token));
          assertThat(wired.next().at("/payload/text").asString()).isEqualTo("hi");
        });
    // It has not registered again: what it offered is still there.
    var answer = new FutureTask<>(() -> lobby.call(SHOUT, new Text("hi")));
    Thread.startVirtualThread(answer);
    String conversation = wired.next().at("/conversation_id").asString();
    String shout = "{\"status\":\"success\",\"text\":\"HI\"}";
    wired.type(message(WIRED, "agent:bus", "RESPONSE", shout, conversation, token));
    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(new Text("HI"));
  }

  @ParameterizedTest
  @ValueSource(strings = {WIRED, "agent:bus"})
  void nobodyElseGetsTheirIds(String id) throws Exception {
    client.close();
    TypedClient thief = connect(bus);

    thief.type(message(id, "lobby", "REGISTER", "{\"capabilities\":[]}", "r", null));

    assertThat(thief.next().at("/payload/error").asString()).contains("is already registered");
    assertThatThrownBy(() -> bus.client(id).connect())
        .isInstanceOf(NotConnected.class)
        .hasMessageContaining("is registered in the lobby: send its token");
  }

  private TypedClient connect(ServedBus to) throws InterruptedException {
    return workshop.keep(TypedClient.connect(to.url().resolve("/lobby")));
  }

  private static String message(
      String from,
      String to,
      String type,
      String payload,
      String conversation,
      @Nullable String token) {
    return """
    {"sender_id":"%s","receiver_id":"%s","message_type":"%s","payload":%s,
     "conversation_id":"%s","auth_token":%s}
    """
        .formatted(
            from, to, type, payload, conversation, token == null ? "null" : '"' + token + '"');
  }
}
