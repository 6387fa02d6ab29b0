package bub.agent.model;

import bub.json.InvalidJson;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Request of a model to use a tool; the arguments may be no JSON object. */
public record ToolCall(String id, String name, String arguments) {

  /** Null when the arguments are not a JSON object. */
  public @Nullable RawJson object() {
    if (arguments.isBlank()) {
      return RawJson.EMPTY_OBJECT; // several models send this for "no arguments"
    }
    try {
      RawJson parsed = RawJson.parse(arguments);
      return parsed.isObject() ? parsed : null;
    } catch (InvalidJson garbage) {
      return null;
    }
  }
}
