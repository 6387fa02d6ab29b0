package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.InvalidJson;
import bub.json.RawJson;

/** Creates the specs of the built-in tools from schemas in the source code. */
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
