package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A provider on the bus reports progress, like one on the lobby wire. */
class LobbyProgressTest {
  private static final String OFFER =
      """
      {"capabilities":[{"name":"find_price","description":"","input_schema":{},\
      "output_schema":{},"timeout_seconds":10}]}\
      """;
  private static final String WORKING = "{\"status\":\"in_progress\",\"done\":1}";

  @TempDir private Path directory;
  private LobbyBus bus;
  private RawPeer seller;
  private WireAgent buyer;

  @BeforeEach
  void open() throws IOException {
    bus = new LobbyBus(directory);
    seller = bus.peer("agent:seller").thatAnswers(_ -> Optional.empty());
    tells("lobby_register", OFFER);
    buyer = bus.connect().registers("buyer");
    buyer.requests("agent:seller", "{\"capability_name\":\"find_price\"}", "c-1");
    bus.until(() -> !seller.calls.isEmpty());
  }

  @AfterEach
  void close() {
    bus.close();
  }

  private String requestId() {
    return seller.calls.getLast().at("/params/messageId").asString();
  }

  private JsonNode reports(String requestId, String response) {
    return tells(
        "lobby_progress", "{\"request_id\":\"%s\",\"response\":%s}".formatted(requestId, response));
  }

  private JsonNode tells(String type, String content) {
    seller.asks(
        "sendMessage",
        """
        {"from":"agent:seller","to":"system:lobby","messageId":"p-1",\
        "payload":{"type":"%s","content":%s}}\
        """
            .formatted(type, content));
    bus.until(seller::isAnswered);
    return seller.lastAnswer().at("/result/acks/0");
  }

  private void answers(String result) {
    seller.says(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
            .formatted(seller.calls.getLast().get("id"), result));
  }

  @Test
  void theCallerHearsOfItAndThenTheAnswer() {
    assertThat(reports(requestId(), WORKING).get("success").asBoolean()).isTrue();

    JsonNode progress = buyer.hears();
    assertThat(progress.get("sender_id").asString()).isEqualTo("agent:seller");
    assertThat(progress.get("conversation_id").asString()).isEqualTo("c-1");
    assertThat(progress.get("payload")).isEqualTo(RawPeer.json(WORKING));
    answers("{\"success\":true,\"payload\":{\"price\":3}}");
    assertThat(buyer.hears().get("payload"))
        .isEqualTo(RawPeer.json("{\"status\":\"success\",\"price\":3}"));
    assertThat(bus.activity.events).contains("RESPONSE_IN_PROGRESS buyer");
  }

  @Test
  void everyReportStartsTheTimeAnew() {
    for (int i = 0; i < 3; i++) {
      bus.pass(Duration.ofSeconds(8));
      assertThat(reports(requestId(), WORKING).get("success").asBoolean()).isTrue();
      assertThat(buyer.hears().at("/payload/status").asString()).isEqualTo("in_progress");
    }
    bus.pass(Duration.ofSeconds(11));
    assertThat(buyer.hearsErrorCode()).isEqualTo("timeout");
  }

  @Test
  void aReportOfACallThatIsOverOrUnknownIsRefused() {
    assertThat(reports("unknown", WORKING).get("message").asString()).contains("request_id");
    String call = requestId();
    answers("{\"success\":true}");
    buyer.hears();
    assertThat(reports(call, WORKING).get("success").asBoolean()).isFalse();
    assertThat(buyer.heardNothing()).isTrue();
  }

  @Test
  void onlyInProgressIsAReport() {
    assertThat(reports(requestId(), "{\"status\":\"success\"}").get("message").asString())
        .contains("response.status");
  }

  @Test
  void noOtherPeerReportsForIt() {
    String call = requestId();
    seller = bus.peer("agent:rogue");

    assertThat(tellsAs("agent:rogue", call).get("success").asBoolean()).isFalse();
    assertThat(buyer.heardNothing()).isTrue();
  }

  private JsonNode tellsAs(String id, String call) {
    seller.asks(
        "sendMessage",
        """
        {"from":"%s","to":"system:lobby","messageId":"p-1","payload":{"type":"lobby_progress",\
        "content":{"request_id":"%s","response":%s}}}\
        """
            .formatted(id, call, WORKING));
    return seller.lastAnswer().at("/result/acks/0");
  }
}
