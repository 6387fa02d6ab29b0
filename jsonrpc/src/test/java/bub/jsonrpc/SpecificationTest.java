package bub.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.json.Trees;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * All examples of section 7 of the JSON-RPC 2.0 specification. Our error messages begin with the
 * text of the specification and add the problem; everything else must be the same.
 */
class SpecificationTest {
  private final Desk desk = Desk.empty();

  SpecificationTest() {
    desk.peer
        .serve("subtract", SpecificationTest::subtract)
        .serve("sum", SpecificationTest::sum)
        .serve("get_data", _ -> out -> out.beginArray().value("hello").value(5).endArray())
        .listen("update", _ -> {})
        .listen("notify_hello", _ -> {})
        .listen("notify_sum", _ -> {});
    desk.start();
  }

  private static JsonValue subtract(@Nullable RawJson params) {
    Fields fields = Fields.of(params, List.of("minuend", "subtrahend"));
    long difference = fields.integer("minuend", 0) - fields.integer("subtrahend", 0);
    return out -> out.value(difference);
  }

  private static JsonValue sum(@Nullable RawJson params) {
    List<RawJson> numbers = params == null ? List.of() : params.elements();
    return out -> out.value(numbers.stream().mapToLong(number -> number.asLong(0)).sum());
  }

  @Test
  void callWithPositionalParameters() {
    assertAnswer(
        """
        {"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}\
        """,
        """
        {"jsonrpc": "2.0", "result": 19, "id": 1}\
        """);
    assertAnswer(
        """
        {"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}\
        """,
        """
        {"jsonrpc": "2.0", "result": -19, "id": 2}\
        """);
  }

  @Test
  void callWithNamedParameters() {
    assertAnswer(
        """
        {"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}\
        """,
        """
        {"jsonrpc": "2.0", "result": 19, "id": 3}\
        """);
    assertAnswer(
        """
        {"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}\
        """,
        """
        {"jsonrpc": "2.0", "result": 19, "id": 4}\
        """);
  }

  @Test
  void aNotification() {
    assertSilence(
        """
        {"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}\
        """);
    assertSilence(
        """
        {"jsonrpc": "2.0", "method": "foobar"}\
        """);
  }

  @Test
  void callOfNonExistentMethod() {
    assertAnswer(
        """
        {"jsonrpc": "2.0", "method": "foobar", "id": "1"}\
        """,
        """
        {"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "1"}\
        """);
  }

  @Test
  void callWithInvalidJson() {
    assertAnswer(
        """
        {"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]\
        """,
        """
        {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}\
        """);
  }

  @Test
  void callWithInvalidRequestObject() {
    assertAnswer(
        """
        {"jsonrpc": "2.0", "method": 1, "params": "bar"}\
        """,
        """
        {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}\
        """);
  }

  @Test
  void batchWithInvalidJson() {
    assertAnswer(
        """
        [
          {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
          {"jsonrpc": "2.0", "method"
        ]\
        """,
        """
        {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}\
        """);
  }

  @Test
  void callWithAnEmptyArray() {
    assertAnswer(
        "[]",
        """
        {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}\
        """);
  }

  @Test
  void callWithAnInvalidBatchThatIsNotEmpty() {
    assertAnswer(
        "[1]",
        """
        [
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}
        ]\
        """);
  }

  @Test
  void callWithInvalidBatch() {
    assertAnswer(
        "[1,2,3]",
        """
        [
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}
        ]\
        """);
  }

  @Test
  void callWithABatch() {
    assertAnswer(
        """
        [
          {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
          {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
          {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
          {"foo": "boo"},
          {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
          {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
        ]\
        """,
        """
        [
          {"jsonrpc": "2.0", "result": 7, "id": "1"},
          {"jsonrpc": "2.0", "result": 19, "id": "2"},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "5"},
          {"jsonrpc": "2.0", "result": ["hello", 5], "id": "9"}
        ]\
        """);
  }

  @Test
  void callWithABatchOfNotificationsOnly() {
    assertSilence(
        """
        [
          {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
          {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}
        ]\
        """);
  }

  private void assertSilence(String said) {
    assertThat(desk.answerTo(said)).isNull();
  }

  private void assertAnswer(String said, String expected) {
    String answer = desk.answerTo(said);
    assertThat(answer).isNotNull();
    JsonNode actual = Trees.byJackson(String.valueOf(answer));
    actual.findParents("message").forEach(error -> shorten((ObjectNode) error));
    assertThat(actual).isEqualTo(Trees.byJackson(expected));
  }

  /** Cuts a message down to the specification's words, which stand before the colon. */
  private static void shorten(ObjectNode error) {
    error.put("message", error.get("message").stringValue().replaceFirst(": .+", ""));
  }
}
