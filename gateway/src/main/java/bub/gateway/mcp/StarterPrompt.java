package bub.gateway.mcp;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Prompt made from a conversation starter. The text of the agent is data: nothing is filled in.
 *
 * @param agent name of the agent for {@code ask_agent}
 */
record StarterPrompt(String name, String agent, String text) implements McpPrompt {
  private static final String DETAILS = "details";

  @Override
  public @Nullable RawJson property(String argument) {
    return null;
  }

  String description() {
    return "Starts a conversation with " + agent + ": " + text;
  }

  /** Names the agent, because the model of the client gets the message first. */
  String message(RawJson arguments) {
    RawJson details = arguments.fields().find(DETAILS);
    if (details != null && !details.isString()) {
      throw new InvalidField("arguments." + DETAILS, "must be a string");
    }
    String more = details == null ? "" : details.asString().strip();
    return "Ask the agent "
        + agent
        + " with the tool ask_agent:\n\n"
        + text
        + (more.isEmpty() ? "" : "\n" + more);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("title", text).field("description", description());
    out.name("arguments").beginArray().beginObject().field("name", DETAILS);
    out.field("description", "More words for the agent").field("required", false);
    out.endObject().endArray().endObject();
  }
}
