package bub.agent.model;

import bub.json.InvalidJson;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * A model wants a tool to be used.
 *
 * @param id what the model calls this use of it
 * @param arguments as the model wrote them: an object, if all is well
 */
public record ToolCall(String id, String name, String arguments) {

  /** The arguments as an object, or null when they are none. */
  public @Nullable RawJson object() {
    if (arguments.isBlank()) {
      return RawJson.EMPTY_OBJECT; // how several models say that they need none
    }
    try {
      RawJson parsed = RawJson.parse(arguments);
      return parsed.isObject() ? parsed : null;
    } catch (InvalidJson garbage) {
      return null;
    }
  }
}
