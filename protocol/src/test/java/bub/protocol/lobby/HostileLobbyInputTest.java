package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Json;
import bub.protocol.RandomJson;
import bub.protocol.Seed;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of an agent are read, or refused with the name of a field; nothing else may happen. */
class HostileLobbyInputTest {
  private static final int ROUNDS = 1_500;
  private static final String CAPABILITY =
      "{'name':'a','description':'d','input_schema':{'type':'object'},'output_schema':{},"
          + "'keywords':['k'],'authorized_requester_ids':['agent:a'],'version':'1.2.3-b',"
          + "'timeout_seconds':5}";

  record Reader(String name, Function<RawJson, JsonValue> read, String sample) {
    static Reader of(String name, Function<RawJson, JsonValue> read, String sample) {
      return new Reader(name, read, sample.replace('\'', '"'));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Reader> readers() {
    return Stream.of(
        Reader.of(
            "LobbyMessage",
            LobbyMessage::read,
            "{'sender_id':'a','receiver_id':'b','message_type':'REQUEST','payload':{'a':[1]},"
                + "'conversation_id':'c','auth_token':'t'}"),
        Reader.of("Capability", Capability::read, CAPABILITY),
        Reader.of(
            "registration",
            CapabilityChange::readRegistration,
            "{'capabilities':[" + CAPABILITY + "]}"),
        Reader.of(
            "update",
            CapabilityChange::readUpdate,
            "{'capabilities':[" + CAPABILITY + "],'withdraw':['a','b@1.0.0']}"),
        Reader.of(
            "Discovery by name",
            Discovery::read,
            "{'capability_name':'a@^2','only_callable':true,'limit':5}"),
        Reader.of("Discovery by words", Discovery::read, "{'query_keywords':['a','b'],'limit':5}"),
        Reader.of(
            "Services",
            Services::read,
            "{'services_found':[{'agent_id':'a','relevant_capabilities':["
                + CAPABILITY
                + "]}],"
                + "'discovered_for_capability':'a'}"),
        Reader.of(
            "ServiceResponse",
            HostileLobbyInputTest::responseThatAnswersEveryQuestion,
            "{'status':'error','error':'e','error_code':'timeout','violations':[{'path':'/a',"
                + "'problem':'p'}]}"),
        Reader.of(
            "AgentPage",
            AgentPage::read,
            "{'agents':[{'agent_id':'a','online':true,'registered_at':'2026-02-17T12:00:00Z',"
                + "'last_seen':'2026-02-17T12:00:00Z','capabilities':[{'name':'a'}]}],'next':'b'}"),
        Reader.of(
            "AgentPage.Query", AgentPage.Query::read, "{'agent_id':'a','from':'b','limit':5}"));
  }

  private static JsonValue responseThatAnswersEveryQuestion(RawJson payload) {
    ServiceResponse response = ServiceResponse.read(payload);
    // What was read must not turn out to be unreadable later.
    var _ = response.error();
    var _ = response.errorCode();
    var _ = response.violations();
    return response;
  }

  @ParameterizedTest
  @MethodSource("readers")
  void theSampleItselfIsAccepted(Reader reader) {
    assertThat(reader.read().apply(raw(reader.sample()))).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("readers")
  void isReadOrRefusedAndWhatIsReadComesBack(Reader reader) {
    Seed seed = Seed.given();
    Random random = seed.random();
    var json = new RandomJson(random);
    List<String> names = List.copyOf(Json.tree(reader.sample()).propertyNames());
    for (int i = 0; i < ROUNDS; i++) {
      String text =
          switch (random.nextInt(4)) {
            case 0 -> json.object(3, names);
            case 1 -> json.value(3);
            default -> json.spoiled(reader.sample());
          };
      check(reader, text, seed);
    }
  }

  private static void check(Reader reader, String text, Seed seed) {
    JsonValue value;
    try {
      value = reader.read().apply(raw(text));
    } catch (InvalidField refused) {
      return;
    } catch (RuntimeException escaped) {
      throw new AssertionError(reader + " let it through: " + text + ", " + seed, escaped);
    }
    assertThat(reader.read().apply(value.toRaw())).as("%s, %s", text, seed).isEqualTo(value);
  }
}
