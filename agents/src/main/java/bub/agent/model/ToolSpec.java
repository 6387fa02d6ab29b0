package bub.agent.model;

import bub.json.InvalidJson;
import bub.json.RawJson;

/**
 * Tool as a model sees it; every provider accepts a name of at most 64 letters, digits, {@code _}
 * and {@code -}.
 */
public record ToolSpec(String name, String description, RawJson input) {

  /** For a schema in the source code. */
  public static ToolSpec of(String name, String description, String schema) {
    try {
      return new ToolSpec(name, description, RawJson.parse(schema));
    } catch (InvalidJson typo) {
      throw new IllegalStateException(typo);
    }
  }
}
