package bub.agent.model;

import bub.json.InvalidJson;
import bub.json.RawJson;

/**
 * Tool as a model sees it.
 *
 * @param name at most 64 letters, digits, {@code _} and {@code -}, which all providers accept
 * @param input JSON schema of the arguments, which are an object
 */
public record ToolSpec(String name, String description, RawJson input) {

  /** Spec with a schema from the source code. */
  public static ToolSpec of(String name, String description, String schema) {
    try {
      return new ToolSpec(name, description, RawJson.parse(schema));
    } catch (InvalidJson typo) {
      throw new IllegalStateException(typo);
    }
  }
}
