package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.Description.Described;
import bub.bus.Samples.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The bus accepts exactly the inputs that the documents describe, and its outputs match them. */
class OpenRpcShapesTest {

  /** Every method that a peer can call, in every dialect. */
  static Stream<Arguments> calls() {
    return calls(_ -> true);
  }

  static Stream<Arguments> callsWithParams() {
    return calls(method -> !method.paramNames().isEmpty());
  }

  private static Stream<Arguments> calls(Predicate<Described> wanted) {
    return Arrays.stream(Spoken.values())
        .flatMap(
            spoken ->
                spoken.description().methods().stream()
                    .filter(method -> method.isServedByTheBus() && !method.isNotification())
                    .filter(wanted)
                    .map(method -> Arguments.of(spoken, method)));
  }

  @ParameterizedTest
  @MethodSource("callsWithParams")
  void takesParamsByNameExactlyWhenTheirSchemaDoes(Spoken spoken, Described method) {
    for (Variant variant : Samples.variants(method.params())) {
      JsonNode error = new Conversation(spoken).call(method.name(), variant.value()).path("error");
      boolean isTaken = error.isMissingNode() || error.has("data");

      assertThat(isTaken)
          .as("%s: %s", variant, error)
          .isEqualTo(Schemas.isValid(method.params(), variant.value()));
      if (!isTaken) {
        assertThat(error.get("message").asString()).containsPattern(variant.field() + "[:.]");
        assertThat(method.errors()).contains(error.get("code").asString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("callsWithParams")
  void takesParamsByPositionInTheDescribedOrder(Spoken spoken, Described method) {
    JsonNode full = Samples.full(method.params());
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    method.paramNames().forEach(name -> array.add(full.get(name)));

    assertThat(new Conversation(spoken).call(method.name(), array).has("result")).isTrue();
    for (int i = 0; i < array.size(); i++) {
      ArrayNode wrong = array.deepCopy();
      wrong.set(i, JsonNodeFactory.instance.arrayNode());
      assertThat(refusal(spoken, method, wrong)).contains(method.paramNames().get(i) + ":");
    }
    assertThat(refusal(spoken, method, array.deepCopy().add(1))).contains("at most");
  }

  private static String refusal(Spoken spoken, Described method, JsonNode params) {
    return new Conversation(spoken).call(method.name(), params).at("/error/message").asString();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void answersAsDescribed(Spoken spoken, Described method) {
    ObjectNode params = (ObjectNode) Samples.full(method.params());
    // Ids count per node, so a question to all nodes has none.
    params.remove(List.of("node", "beforeId", "afterId"));
    if (method.name().equals("queryActivity")) {
      params.remove("limit"); // one row does not have all fields
    }
    JsonNode result = new Conversation(spoken).call(method.name(), params).path("result");

    assertFits(method.result(), result);
  }

  @ParameterizedTest
  @EnumSource
  void handsMessagesOverAsDescribed(Spoken spoken) {
    Description description = spoken.description();
    var conversation = new Conversation(spoken);
    conversation.call("sendMessage", Samples.full(description.method("sendMessage").params()));

    JsonNode call = conversation.worker.calls.getFirst();
    assertThat(call.get("method").asString()).isEqualTo(Conversation.delivery(spoken));
    assertFits(description.method(Conversation.delivery(spoken)).params(), call.get("params"));
  }

  @ParameterizedTest
  @EnumSource
  void takesAWorkersAnswerExactlyWhenItsSchemaDoes(Spoken spoken) {
    JsonNode message = Samples.full(spoken.description().method("sendMessage").params());
    JsonNode schema = Conversation.answerOf(spoken);
    for (Variant variant : Samples.variants(schema)) {
      var conversation = new Conversation(spoken, variant.value().toString());
      conversation.call("sendMessage", message);

      assertThat(conversation.bus.activity.events.contains("process_finish agent:worker-42 ok"))
          .as("%s", variant)
          .isEqualTo(Schemas.isValid(schema, variant.value()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void tellsActivityAsDescribed(Spoken spoken) {
    var conversation = new Conversation(spoken);
    conversation.worker.result("watchActivity", "{}");
    conversation.bus.activity.watchers.getFirst().accept(Conversation.log());

    JsonNode notice = conversation.worker.calls.getFirst();
    assertThat(notice.get("method").asString()).isEqualTo("activity");
    assertFits(spoken.description().method("activity").params(), notice.get("params"));
  }

  @ParameterizedTest
  @EnumSource(names = "CLASSIC")
  void carriesNotificationsBothWaysAsDescribed(Spoken spoken) {
    Described described = spoken.description().method("notify");
    var conversation = new Conversation(spoken);
    RawPeer peer = conversation.bus.peer(spoken.on(conversation.bus), Spoken.PEER);
    peer.notifies("notify", Samples.full(described.params()).toString());

    JsonNode notice = conversation.worker.calls.getFirst();
    assertThat(notice.get("method").asString()).isEqualTo("notify");
    assertFits(described.params(), notice.get("params"));
  }

  @ParameterizedTest
  @EnumSource(names = "ADDRESS")
  void takesNotificationsAsDescribed(Spoken spoken) {
    JsonNode params = spoken.description().method("notify").params();
    for (Variant variant : Samples.variants(params)) {
      var conversation = new Conversation(spoken);
      RawPeer peer = conversation.bus.peer(spoken.on(conversation.bus), Spoken.PEER);
      peer.notifies("notify", variant.value().toString());

      boolean taken =
          conversation.bus.activity.events.stream().anyMatch(one -> one.startsWith("send_start"));
      assertThat(taken).as("%s", variant).isEqualTo(Schemas.isValid(params, variant.value()));
    }
  }

  /** It is valid, and has every field that the schema describes. */
  private static void assertFits(JsonNode schema, JsonNode value) {
    assertThat(Schemas.problems(schema, value)).as("%s", value).isEmpty();
    assertThat(fields(value, "")).containsAll(describedFields(schema, ""));
  }

  private static List<String> fields(JsonNode value, String path) {
    var fields = new ArrayList<String>();
    value.forEachEntry(
        (name, field) -> {
          fields.add(path + "/" + name);
          fields.addAll(fields(field, path + "/" + name));
        });
    if (value.isArray()) {
      value.forEach(element -> fields.addAll(fields(element, path)));
    }
    return fields;
  }

  private static List<String> describedFields(JsonNode schema, String path) {
    var fields = new ArrayList<String>();
    schema
        .path("properties")
        .forEachEntry(
            (name, field) -> {
              fields.add(path + "/" + name);
              fields.addAll(describedFields(field, path + "/" + name));
            });
    if (schema.has("items")) {
      fields.addAll(describedFields(schema.get("items"), path));
    }
    return fields;
  }
}
