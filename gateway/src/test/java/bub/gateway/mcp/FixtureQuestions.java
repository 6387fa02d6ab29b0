package bub.gateway.mcp;

import bub.json.Fields;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Questions of the fixture, until all of them are answered. */
final class FixtureQuestions {
  private static final String NAME =
      elicitation("What is your name?", "\"name\":{\"type\":\"string\"}");
  private static final String CONFIRM =
      elicitation("Please confirm", "\"ok\":{\"type\":\"boolean\"}");
  private static final String ROOTS = "{\"method\":\"roots/list\",\"params\":{}}";
  private static final String DEFAULTS =
      """
      "name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},\
      "score":{"type":"number","default":95.5},\
      "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},\
      "verified":{"type":"boolean","default":true}\
      """;
  private static final String ENUMS =
      """
      "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},\
      "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},\
      {"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},\
      "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],\
      "enumNames":["Option One","Option Two","Option Three"]},\
      "untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},\
      "titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},\
      {"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}\
      """;

  private FixtureQuestions() {}

  /** Null when nothing is left to ask. */
  static @Nullable RawJson of(String name, Fields input) throws InvalidJson {
    return switch (name) {
      case "test_elicitation" ->
          ask(
              input,
              null,
              Map.of(
                  "answer",
                  elicitation(
                      input.string("message"),
                      "\"username\":{\"type\":\"string\"},\"email\":{\"type\":\"string\"}")));
      case "test_sampling" -> ask(input, null, Map.of("text", sampling(input.string("prompt"))));
      case "test_elicitation_sep1034_defaults" ->
          ask(input, null, Map.of("form", elicitation("Check the defaults", DEFAULTS)));
      case "test_elicitation_sep1330_enums" ->
          ask(input, null, Map.of("form", elicitation("Choose", ENUMS)));
      case "test_input_required_result_elicitation",
          "test_streaming_elicitation",
          "test_tool_with_task" ->
          ask(input, null, Map.of("user_name", NAME));
      case "test_input_required_result_sampling" ->
          ask(input, null, Map.of("capital_question", sampling("What is the capital of France?")));
      case "test_missing_capability" -> ask(input, null, Map.of("text", sampling("Anything")));
      case "test_input_required_result_list_roots" ->
          ask(input, null, Map.of("client_roots", ROOTS));
      case "test_input_required_result_request_state",
          "test_input_required_result_tampered_state" ->
          ask(input, "round-1", Map.of("confirm", CONFIRM));
      case "test_input_required_result_multiple_inputs" -> {
        var all = new LinkedHashMap<>(Map.of("user_name", NAME));
        all.put("greeting", sampling("Generate a greeting"));
        all.put("client_roots", ROOTS);
        yield ask(input, "several", all);
      }
      case "test_input_required_result_capabilities" -> {
        var all = new LinkedHashMap<>(Map.of("user_name", NAME));
        all.put("text", sampling("Anything"));
        yield ask(input, null, all);
      }
      case "test_input_required_result_multi_round" ->
          "step-2".equals(input.optionalString(InputRequired.STATE))
              ? ask(input, "step-2", Map.of("step2", NAME))
              : round(input);
      case "test_input_required_result_prompt" ->
          ask(
              input,
              null,
              Map.of(
                  "user_context",
                  elicitation(
                      "What context should the prompt use?", "\"context\":{\"type\":\"string\"}")));
      case "confirm_delete" -> ask(input, null, Map.of("confirm", CONFIRM));
      case "multi_input" -> ask(input, null, Map.of("first", CONFIRM, "second", CONFIRM));
      default -> null;
    };
  }

  private static @Nullable RawJson round(Fields input) throws InvalidJson {
    RawJson first = ask(input, "step-1", Map.of("step1", NAME));
    return first == null
        ? ask(
            input,
            "step-2",
            Map.of(
                "step2",
                elicitation("What is your favorite color?", "\"color\":{\"type\":\"string\"}")))
        : first;
  }

  private static @Nullable RawJson ask(
      Fields input, @Nullable String state, Map<String, String> questions) throws InvalidJson {
    List<String> open = new ArrayList<>();
    questions.forEach(
        (key, question) -> {
          if (McpFixtureAgent.answer(input, key) == null) {
            open.add("\"" + key + "\":" + question);
          }
        });
    return open.isEmpty()
        ? null
        : new InputRequired(RawJson.parse("{" + String.join(",", open) + "}"), state).toRaw();
  }

  private static String elicitation(String message, String properties) {
    return "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"%s\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{%s}}}}"
        .formatted(message, properties);
  }

  private static String sampling(String text) {
    return "{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"%s\"}}],\"maxTokens\":100}}"
        .formatted(text);
  }
}
