package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.InvalidJson;
import bub.json.RawJson;

/** Descriptions of our own tools, whose schemas stand in the code as text. */
final class BuiltInToolSpecs {
  private BuiltInToolSpecs() {}

  static ToolSpec spec(String name, String description, String schema) {
    try {
      return new ToolSpec(name, description, RawJson.parse(schema));
    } catch (InvalidJson typo) {
      throw new IllegalStateException(typo);
    }
  }
}
