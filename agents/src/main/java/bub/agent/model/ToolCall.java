package bub.agent.model;

import bub.json.InvalidJson;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Request of a model to use a tool.
 *
 * @param id id that the model gives this call
 * @param arguments text of the model, a JSON object unless the model made a mistake
 */
public record ToolCall(String id, String name, String arguments) {

  /** Arguments as a JSON object; null when they are not one. */
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
