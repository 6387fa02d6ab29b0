package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.CloseCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** An error on the lobby wire is reported to its sender, and affects nobody else. */
class LobbyBadInputTest {
  private static final String PRICES =
      """
      {"name":"find_price","description":"Finds prices","input_schema":{},"output_schema":{}}\
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
  void othersStillTalk() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "still");
    assertThat(seller.hears().get("conversation_id").asString()).isEqualTo("still");
    seller.responds("buyer", "{\"status\":\"success\"}", "still");
    assertThat(buyer.hears().at("/payload/status").asString()).isEqualTo("success");
    bus.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense | not JSON",
        "[] | message: must be an object",
        "{} | message_type: is missing",
        "{'message_type':'REGISTER','receiver_id':'lobby','payload':{}} | sender_id: is missing",
        "{'sender_id':'a','message_type':'REGISTER','payload':{}} | receiver_id: is missing",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'REGISTER'} | payload: is missing",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'SING','payload':{}} | message_type",
        "{'sender_id':'a','receiver_id':'lobby','message_type':7,'payload':{}} | message_type",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'REGISTER','payload':[]} | payload",
        "{'sender_id':'a','sender_id':'b','receiver_id':'lobby','message_type':'REGISTER',"
            + "'payload':{}} | sender_id: appears twice",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'REGISTER','payload':{},'x':1} | x:",
        "{'sender_id':'a\\u0007','receiver_id':'lobby','message_type':'REGISTER','payload':{}}"
            + " | sender_id: must not contain white space or control characters",
        "{'sender_id':'a b','receiver_id':'lobby','message_type':'REGISTER','payload':{}} |"
            + " sender_id",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'REGISTER_ACK','payload':{}}"
            + " | only the lobby sends REGISTER_ACK",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'REGISTER','payload':{}}"
            + " | capabilities: is missing",
        "{'sender_id':'a','receiver_id':'b','message_type':'REGISTER','payload':"
            + "{'capabilities':[]}} | receiver_id",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'REGISTER','payload':"
            + "{'capabilities':[{'name':'x y','description':'','input_schema':{},"
            + "'output_schema':{}}]}} | capabilities[0].name",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'REGISTER','payload':"
            + "{'capabilities':[{'name':'x','description':'','input_schema':{},"
            + "'output_schema':{},'Version':'1.0.0'}]}} | capabilities[0].Version: unknown field",
        "{'sender_id':'a','receiver_id':'lobby','message_type':'REGISTER','payload':"
            + "{'capabilities':[],'conversation_id':7}} | conversation_id",
      })
  void whatCannotBeReadIsAnsweredWithTheReason(String message, String reason) {
    WireAgent clumsy = bus.connect();
    clumsy.says(message.replace('\'', '"'));

    JsonNode answer = clumsy.hears();
    assertThat(answer.get("message_type").asString()).isEqualTo("ERROR");
    assertThat(answer.at("/payload/error").asString()).contains(reason);
    assertThat(answer.at("/payload/error_code").asString()).startsWith("invalid_");
    assertThat(bus.activity.events.getLast()).endsWith("refused");
  }

  @Test
  void anUnreadableMessageIsAnsweredInItsConversation() {
    WireAgent clumsy = bus.connect();
    clumsy.says("{\"sender_id\":\"a\",\"message_type\":\"SING\",\"conversation_id\":\"c-1\"}");

    JsonNode answer = clumsy.hears();
    assertThat(answer.get("receiver_id").asString()).isEqualTo("a");
    assertThat(answer.get("conversation_id").asString()).isEqualTo("c-1");
    assertThat(answer.at("/payload/original_message_type").asString()).isEqualTo("SING");
    assertThat(answer.at("/payload/original_conversation_id").asString()).isEqualTo("c-1");
  }

  @Test
  void aWrongTokenIsRefusedInFewWords() {
    WireAgent thief = bus.connect().is("buyer", "00000000-0000-0000-0000-000000000000");
    thief.sends("DISCOVER_SERVICES", "global_lobby", "{\"capability_name\":\"find_price\"}");

    assertThat(thief.hears())
        .isEqualTo(
            RawPeer.json(
                """
                {"sender_id":"global_lobby","receiver_id":"buyer","message_type":"ERROR",\
                "payload":{"error":"Authentication failed for message to lobby.",\
                "error_code":"authentication_failed"}}\
                """));
    assertThat(bus.activity.events).contains("AUTHENTICATION_FAILED buyer");
  }

  @Test
  void noTokenAnothersTokenAndAnothersNameAreRefused() {
    assertThat(refusal(bus.connect().is("buyer", ""))).startsWith("Authentication failed");
    assertThat(refusal(bus.connect().is("buyer", seller.token())))
        .startsWith("Authentication failed");
    assertThat(refusal(bus.connect().is("ghost", "x"))).contains("'ghost' is not registered");
    // Even with both tokens in hand: a connection is one agent.
    String own = buyer.token();
    buyer.is("seller", seller.token());
    assertThat(refusal(buyer)).contains("belongs to 'buyer'");
    buyer.is("buyer", own);
  }

  private static String refusal(WireAgent agent) {
    agent.requests("seller", "{\"capability_name\":\"find_price\"}", "c-1");
    JsonNode answer = agent.hears();
    assertThat(answer.get("message_type").asString()).isEqualTo("ERROR");
    assertThat(answer.get("conversation_id").asString()).isEqualTo("c-1");
    return answer.at("/payload/error").asString();
  }

  @Test
  void guessingEndsTheConnectionOfTheGuesserAndNeverTheOwners() {
    WireAgent thief = bus.connect("10.0.0.1", null);
    for (int i = 0; i < 100; i++) {
      thief.is("buyer", "guess-" + i);
      thief.sends("DISCOVER_SERVICES", "global_lobby", "{\"capability_name\":\"find_price\"}");
    }
    assertThat(thief.closeCode()).isEqualTo(CloseCodes.REFUSED);

    // From the very address of the thief.
    WireAgent owner = bus.connect("10.0.0.1", null).is("buyer", buyer.token());
    owner.sends("DISCOVER_SERVICES", "global_lobby", "{\"capability_name\":\"find_price\"}");
    assertThat(owner.hears().get("message_type").asString()).isEqualTo("SERVICES_AVAILABLE");
    buyer = owner;
  }

  @Test
  void aResponseThatNobodyWaitsForGoesBack() {
    seller.responds("buyer", "{\"status\":\"success\"}", "never-asked");
    JsonNode complaint = seller.hears();
    assertThat(complaint.at("/payload/error").asString()).contains("no open request");
    assertThat(complaint.at("/payload/error_code").asString()).isEqualTo("no_open_request");

    WireAgent other = bus.connect().registers("other");
    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-1");
    seller.hears();
    other.responds("buyer", "{\"status\":\"success\",\"price\":0}", "c-1");
    assertThat(other.hears().at("/payload/error").asString()).contains("no open request");
    seller.responds("buyer", "{\"status\":\"success\",\"price\":3}", "c-1");
    assertThat(buyer.hears().at("/payload/price").asInt()).isEqualTo(3);

    seller.responds("buyer", "{\"status\":\"success\"}", "c-1");
    assertThat(seller.hears().at("/payload/error").asString()).contains("no open request");
    assertThat(buyer.heardNothing()).isTrue();
  }

  @Test
  void anOpenConversationIsNotOpenedTwice() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-1");
    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-1");
    assertThat(buyer.hears().at("/payload/error").asString()).contains("is open");

    assertThat(seller.hears().get("conversation_id").asString()).isEqualTo("c-1");
    seller.responds("buyer", "{\"status\":\"success\"}", "c-1");
    assertThat(buyer.hears().at("/payload/status").asString()).isEqualTo("success");
  }

  @Test
  void anAnswerWithoutAStatusIsTheProvidersFault() {
    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-1");
    seller.hears();
    seller.responds("buyer", "{\"price\":3}", "c-1");

    JsonNode answer = buyer.hears();
    assertThat(answer.at("/payload/status").asString()).isEqualTo("error");
    assertThat(answer.at("/payload/error").asString()).contains("malformed");
  }

  @Test
  void tenThousandCapabilitiesAreTooMany() {
    String many =
        IntStream.range(0, 10_000)
            .mapToObj(i -> PRICES.replace("find_price", "p" + i))
            .collect(Collectors.joining(","));
    WireAgent greedy = bus.connect().is("greedy", "");
    greedy.sends("REGISTER", "global_lobby", "{\"capabilities\":[" + many + "]}");

    assertThat(greedy.hears().at("/payload/error").asString())
        .contains("has more than 1000 entries");
  }

  @Test
  void anAgentThatDoesNotAnswerIsAskedNoMore() {
    for (int i = 0; i < BusLimits.standard().maxInFlightPerPeer(); i++) {
      buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "c-" + i);
    }
    buyer.requests("seller", "{\"capability_name\":\"find_price\"}", "one too many");
    assertThat(buyer.hears().at("/payload/error_code").asString()).isEqualTo("rate_limited");

    for (int i = 0; i < BusLimits.standard().maxInFlightPerPeer(); i++) {
      seller.hears();
      seller.responds("buyer", "{\"status\":\"success\"}", "c-" + i);
      buyer.hears();
    }
  }
}
