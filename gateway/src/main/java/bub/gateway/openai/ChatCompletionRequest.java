package bub.gateway.openai;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Body of a chat completion, reduced to what an agent needs. Agents remember their chats, so only
 * the messages after the last one of the assistant are new.
 *
 * @param user name of the caller's user; empty when there is none
 * @param instructions text of all system messages; null when there are none
 * @param extras tools of the caller and results of their calls, for the agent
 */
record ChatCompletionRequest(
    String model,
    String user,
    boolean isStream,
    String text,
    @Nullable String instructions,
    RawJson extras) {
  private static final int MOST_MESSAGES = 10_000;
  private static final int MOST_TOOLS = 128;
  private static final int LONGEST_USER = 512;
  private static final int LONGEST_MODEL = 256;
  private static final String MESSAGES = "messages";
  private static final String TOOLS = "tools";
  private static final String TOOL_CHOICE = "tool_choice";

  static ChatCompletionRequest read(byte[] body) throws InvalidJson {
    RawJson json = RawJson.parse(body, RawJson.DEFAULT_DEPTH);
    if (!json.isObject()) {
      throw new InvalidField("body", "must be an object");
    }
    Fields fields = json.fields();
    if (fields.integer("n", 1) != 1) {
      throw new InvalidField("n", "must be 1: an agent gives one answer");
    }
    String user = fields.optionalString("user");
    if (user != null && user.length() > LONGEST_USER) {
      throw new InvalidField("user", "must have at most " + LONGEST_USER + " characters");
    }
    String model = fields.string("model");
    if (model.length() > LONGEST_MODEL) {
      throw new InvalidField("model", "must have at most " + LONGEST_MODEL + " characters");
    }
    var conversation = new Conversation();
    List<RawJson> messages = array(fields, MESSAGES, MOST_MESSAGES);
    for (int i = 0; i < messages.size(); i++) {
      try {
        conversation.add(messages.get(i));
      } catch (InvalidField odd) {
        throw odd.inside(MESSAGES + "[" + i + "]");
      }
    }
    return new ChatCompletionRequest(
        model,
        user == null ? "" : user,
        fields.bool("stream", false),
        conversation.text(),
        conversation.instructions(),
        extras(fields, conversation.results));
  }

  private static List<RawJson> array(Fields fields, String name, int most) {
    RawJson value = fields.require(name);
    if (!value.isArray()) {
      throw new InvalidField(name, "must be an array");
    }
    List<RawJson> elements = value.elements(most + 1);
    if (elements.isEmpty() || elements.size() > most) {
      throw new InvalidField(name, "must have 1 to " + most + " elements");
    }
    return elements;
  }

  private static RawJson extras(Fields fields, List<ToolResult> results) {
    JsonWriter out = new JsonWriter().beginObject();
    if (isGiven(fields, TOOLS)) {
      array(fields, TOOLS, MOST_TOOLS);
      out.field(TOOLS, fields.require(TOOLS));
    }
    if (isGiven(fields, TOOL_CHOICE)) {
      out.field(TOOL_CHOICE, fields.require(TOOL_CHOICE));
    }
    if (!results.isEmpty()) {
      out.name("tool_results").beginArray();
      for (ToolResult result : results) {
        out.beginObject().field("tool_call_id", result.id()).field("content", result.text());
        out.endObject();
      }
      out.endArray();
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  private static boolean isGiven(Fields fields, String name) {
    RawJson value = fields.find(name);
    return value != null && !value.isNull();
  }

  private record ToolResult(String id, String text) {}

  private static final class Conversation {
    private final List<String> system = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private final List<ToolResult> results = new ArrayList<>();

    void add(RawJson message) {
      if (!message.isObject()) {
        throw new InvalidField("message", "must be an object");
      }
      Fields fields = message.fields();
      String role = fields.string("role");
      switch (role) {
        case "system", "developer" -> system.add(text(fields));
        case "user" -> said.add(text(fields));
        case "assistant" -> {
          said.clear();
          results.clear();
        }
        case "tool" -> results.add(new ToolResult(fields.string("tool_call_id"), text(fields)));
        default ->
            throw new InvalidField("role", "must be system, developer, user, assistant or tool");
      }
    }

    private static String text(Fields message) {
      RawJson content = message.require("content");
      if (content.isString()) {
        return content.asString();
      }
      if (!content.isArray()) {
        throw new InvalidField("content", "must be a text or an array of parts");
      }
      var parts = new ArrayList<String>();
      for (RawJson part : content.elements()) {
        if (!part.isObject() || !part.fields().string("type").equals("text")) {
          throw new InvalidField("content", "must have only parts of the type text");
        }
        parts.add(part.fields().string("text"));
      }
      return String.join("\n", parts);
    }

    /** Agents that do not know tool results find them in the text. */
    String text() {
      if (said.isEmpty() && results.isEmpty()) {
        throw new InvalidField(MESSAGES, "must end with a message of the user or of a tool");
      }
      var all = new ArrayList<String>();
      results.forEach(
          result -> all.add("Result of the tool call " + result.id() + ":\n" + result.text()));
      all.addAll(said);
      return String.join("\n\n", all);
    }

    @Nullable String instructions() {
      return system.isEmpty() ? null : String.join("\n\n", system);
    }
  }
}
