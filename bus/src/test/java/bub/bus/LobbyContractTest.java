package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Input and output of a call match the contract, or are not delivered. */
class LobbyContractTest {
  private static final String PRICES =
      """
      {"name":"find_price","description":"Finds prices",\
      "input_schema":{"type":"object","required":["item"],"additionalProperties":false,\
      "properties":{"item":{"type":"string"}}},\
      "output_schema":{"type":"object","required":["price"],"additionalProperties":false,\
      "properties":{"price":{"type":"number","minimum":0}}}}\
      """;

  @TempDir private Path directory;
  private LobbyBus bus;
  private WireAgent seller;
  private WireAgent buyer;

  @BeforeEach
  void open() throws IOException {
    bus = new LobbyBus(directory);
    seller = bus.connect().registers("seller", PRICES);
    buyer = bus.connect().registers("buyer");
  }

  @AfterEach
  void close() {
    bus.close();
  }

  @Test
  void whatKeepsItArrives() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-1");
    assertThat(seller.hears().at("/payload/item").asString()).isEqualTo("pen");
    seller.responds("buyer", "{\"status\":\"success\",\"price\":3}", "c-1");
    assertThat(buyer.hears().at("/payload/price").asInt()).isEqualTo(3);
  }

  @Test
  void answersToQuestionsPassTheContractOfTheInput() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-1");
    seller.hears();
    seller.responds(
        "buyer",
        "{\"status\":\"input_required\",\"input_requests\":{},\"request_state\":\"s\"}",
        "c-1");
    assertThat(buyer.hears().at("/payload/request_state").asString()).isEqualTo("s");

    buyer.requests(
        "seller",
        "{\"capability_name\":\"find_price\",\"item\":\"pen\",\"request_state\":\"s\","
            + "\"input_responses\":{\"colour\":{\"action\":\"accept\"}}}",
        "c-1");
    JsonNode again = seller.hears();
    assertThat(again.at("/payload/request_state").asString()).isEqualTo("s");
    assertThat(again.at("/payload/input_responses/colour/action").asString()).isEqualTo("accept");
  }

  @Test
  void aSchemaThatNamesTheAnswersChecksThem() {
    WireAgent strict =
        bus.connect()
            .registers(
                "strict",
                """
                {"name":"ask","description":"Asks","output_schema":{},"input_schema":\
                {"type":"object","properties":{"input_responses":{"maxProperties":1}}}}\
                """);
    buyer.requests(
        "strict", "{\"capability_name\":\"ask\",\"input_responses\":{\"a\":1,\"b\":2}}", "c-2");
    assertThat(buyer.hearsErrorCode()).isEqualTo("invalid_input");
    assertThat(strict.heardNothing()).isTrue();
  }

  @Test
  void aBadInputNeverReachesTheProvider() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":7,\"x\":1}", "c-1");

    JsonNode answer = buyer.hears();
    assertThat(answer.get("message_type").asString()).isEqualTo("RESPONSE");
    assertThat(answer.at("/payload/error_code").asString()).isEqualTo("invalid_input");
    assertThat(answer.at("/payload/violations").valueStream().map(v -> v.get("path").asString()))
        .containsExactlyInAnyOrder("/item", "/x");
    assertThat(seller.heardNothing()).isTrue();
    assertThat(bus.activity.events).contains("REQUEST_DENIED_CONTRACT buyer");
  }

  @Test
  void aBadOutputNeverReachesTheCallerAndItsProviderLearnsIt() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-1");
    seller.hears();
    seller.responds("buyer", "{\"status\":\"success\",\"price\":-1}", "c-1");

    JsonNode answer = buyer.hears();
    assertThat(answer.get("sender_id").asString()).isEqualTo("global_lobby");
    assertThat(answer.at("/payload/error_code").asString()).isEqualTo("invalid_output");
    assertThat(answer.at("/payload/violations/0/path").asString()).isEqualTo("/price");
    JsonNode complaint = seller.hears();
    assertThat(complaint.get("message_type").asString()).isEqualTo("ERROR");
    assertThat(complaint.at("/payload/error").asString()).contains("/price");
    assertThat(bus.activity.events).contains("RESPONSE_DENIED_CONTRACT buyer");
  }

  @Test
  void anErrorNeedNotKeepTheOutputSchema() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-1");
    seller.hears();
    seller.responds("buyer", "{\"status\":\"error\",\"error\":\"out of paper\"}", "c-1");

    assertThat(buyer.hears().at("/payload/error").asString()).isEqualTo("out of paper");
  }

  @Test
  void aChangedContractHoldsFromThenOn() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-1");
    seller.hears();
    seller.sends(
        "UPDATE_CAPABILITIES",
        "global_lobby",
        "{\"capabilities\":[" + PRICES.replace("\"item\"", "\"thing\"") + "]}");
    seller.hears();

    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-2");
    assertThat(buyer.hears().at("/payload/error_code").asString()).isEqualTo("invalid_input");
  }

  @Test
  void aCallThatIsUnderWayKeepsTheContractItBeganWith() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\",\"item\":\"pen\"}", "c-1");
    seller.hears();
    seller.sends(
        "UPDATE_CAPABILITIES",
        "global_lobby",
        "{\"capabilities\":[" + PRICES.replace("\"price\"", "\"cost\"") + "]}");
    seller.hears();

    seller.responds("buyer", "{\"status\":\"success\",\"price\":3}", "c-1");

    assertThat(buyer.hears().at("/payload/price").asInt()).isEqualTo(3);
  }

  @Test
  void aBadSchemaIsRefusedWithThePlaceOfTheFault() {
    WireAgent clumsy = bus.connect().is("clumsy", "");
    clumsy.sends(
        "REGISTER",
        "global_lobby",
        "{\"capabilities\":[" + PRICES.replace("\"number\"", "\"numbr\"") + "]}");

    JsonNode answer = clumsy.hears();
    assertThat(answer.get("message_type").asString()).isEqualTo("ERROR");
    assertThat(answer.at("/payload/error").asString())
        .startsWith("capabilities[0].output_schema/properties/price/type");
    clumsy.registers("clumsy", PRICES);
  }
}
