package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Agents that found each other in the lobby send messages directly, on every wire. */
class LobbyDirectTest {
  private static final String PRICES =
      """
      {"name":"find_price","description":"Finds prices","input_schema":{},"output_schema":{}}\
      """;
  private static final String HELLO =
      "{\"type\":\"agent_message\",\"content\":{\"text\":\"hello\"}}";
  private static final String OK = "{\"status\":\"success\",\"heard\":true}";

  @TempDir private Path directory;
  private LobbyBus bus;
  private WireAgent seller;

  @BeforeEach
  void open() throws IOException {
    bus = new LobbyBus(directory);
    seller = bus.connect().registers("seller", PRICES);
  }

  @AfterEach
  void close() {
    bus.close();
  }

  @Test
  void discoveryGivesTheAddressOfADirectMessageBetweenAgentsOfTheLobby() {
    WireAgent buyer = bus.connect().registers("buyer");
    String address = buyer.finds("{\"capability_name\":\"find_price\"}").getFirst();

    buyer.sends("MESSAGE", address, HELLO, "c-1");

    assertThat(seller.hears())
        .isEqualTo(
            RawPeer.json(
                """
                {"sender_id":"buyer","receiver_id":"seller","message_type":"MESSAGE",\
                "payload":%s,"conversation_id":"c-1"}\
                """
                    .formatted(HELLO)));
    seller.responds("buyer", OK, "c-1");
    JsonNode receipt = buyer.hears();
    assertThat(receipt.get("message_type").asString()).isEqualTo("MESSAGE_ACK");
    assertThat(receipt.get("conversation_id").asString()).isEqualTo("c-1");
    assertThat(receipt.get("payload"))
        .isEqualTo(
            RawPeer.json(
                """
                {"accepted":true,"messageId":"c-1","acks":[{"success":true,"message":"success",\
                "shouldRetry":false,"retrySeconds":0,"payload":%s}]}\
                """
                    .formatted(OK)));
    assertThat(bus.activity.events).contains("process_finish seller ok", "send_finish buyer ok");
  }

  @Test
  void aPeerOfTheBusReachesAnAgentOfTheLobbyByItsAddress() {
    RawPeer buyer = bus.peer("agent:buyer");
    buyer.asks(
        "sendMessage",
        "{\"from\":\"agent:buyer\",\"to\":\"seller\",\"messageId\":\"m-1\",\"payload\":%s}"
            .formatted(HELLO));

    JsonNode message = seller.hears();
    assertThat(message.get("sender_id").asString()).isEqualTo("agent:buyer");
    assertThat(message.get("payload")).isEqualTo(RawPeer.json(HELLO));
    seller.responds("agent:buyer", "{\"status\":\"error\",\"error\":\"closed\"}", "m-1");
    JsonNode ack = buyer.lastAnswer().at("/result/acks/0");
    assertThat(ack.get("success").asBoolean()).isFalse();
    assertThat(ack.get("message").asString()).isEqualTo("closed");
  }

  @Test
  void anAgentOfTheLobbyReachesAPeerOfTheBusByItsAddress() {
    RawPeer peer =
        bus.peer("agent:peer").thatAnswers("{\"success\":true,\"payload\":{\"left\":3}}");

    seller.sends("MESSAGE", "agent:peer", HELLO);

    JsonNode receipt = seller.hears();
    assertThat(receipt.at("/payload/acks/0/payload/left").asInt()).isEqualTo(3);
    assertThat(receipt.get("conversation_id")).isEqualTo(receipt.at("/payload/messageId"));
    JsonNode delivered = peer.calls.getLast().get("params");
    assertThat(delivered.get("from").asString()).isEqualTo("seller");
    assertThat(delivered.get("payload")).isEqualTo(RawPeer.json(HELLO));
  }

  @Test
  void whoListensToNothingGivesAnEmptyReceipt() {
    seller.sends("MESSAGE", "agent:nobody", HELLO, "c-1");

    assertThat(seller.hears().get("payload"))
        .isEqualTo(RawPeer.json("{\"accepted\":true,\"messageId\":\"c-1\",\"acks\":[]}"));
  }

  @Test
  void anAgentThatDoesNotAnswerIsATimeout() {
    WireAgent buyer = bus.connect().registers("buyer");
    buyer.sends("MESSAGE", "seller", HELLO, "c-1");
    bus.pass(Duration.ofSeconds(61));

    JsonNode ack = buyer.hears().at("/payload/acks/0");
    assertThat(ack.get("success").asBoolean()).isFalse();
    assertThat(ack.get("shouldRetry").asBoolean()).isTrue();
  }

  @Test
  void aDirectMessageKeepsTheRulesOfTheBus() {
    assertThat(refusal("system:lobby", HELLO)).isEqualTo("invalid_message");
    String call = "{\"type\":\"lobby_request\",\"content\":{}}";
    assertThat(refusal("agent:peer", call)).isEqualTo("unauthorized");
    String result = "{\"type\":\"spawn_result\",\"content\":{}}";
    assertThat(refusal("tg:1", result)).isEqualTo("unauthorized");
  }

  private String refusal(String to, String payload) {
    seller.sends("MESSAGE", to, payload, "c-1");
    JsonNode answer = seller.hears();
    assertThat(answer.get("message_type").asString()).isEqualTo("ERROR");
    return answer.at("/payload/error_code").asString();
  }
}
