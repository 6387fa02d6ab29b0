package bub.protocol;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.RawJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON for tests: validated bytes, and trees of an independent library for comparison. */
public final class Json {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  public static RawJson raw(String text) {
    try {
      return RawJson.parse(text);
    } catch (InvalidJson wrong) {
      throw new AssertionError(wrong.getMessage() + " in " + text, wrong);
    }
  }

  public static JsonNode tree(String text) {
    return MAPPER.readTree(text);
  }

  public static JsonNode tree(JsonValue value) {
    return tree(value.toRaw().toString());
  }

  /** The field that is named when {@code read} refuses. */
  public static String refusedBy(Runnable read) {
    try {
      read.run();
    } catch (InvalidField refused) {
      return refused.field();
    }
    throw new AssertionError("nothing was refused");
  }
}
