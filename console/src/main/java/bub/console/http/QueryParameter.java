package bub.console.http;

import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * A parameter in the query of a URL.
 *
 * @param type as JSON schema has it: {@code string}, {@code integer}, {@code boolean}
 * @param range of a number; null when any number will do
 */
public record QueryParameter(
    String name, String type, String meaning, boolean required, @Nullable Range range) {

  /**
   * Numbers that are taken; others are refused.
   *
   * @param usual used when the caller gives none
   */
  public record Range(int least, int most, int usual) {}

  public static QueryParameter text(String name, String meaning) {
    return new QueryParameter(name, "string", meaning, false, null);
  }

  /** A text without which the request is refused. */
  public static QueryParameter needed(String name, String meaning) {
    return new QueryParameter(name, "string", meaning, true, null);
  }

  public static QueryParameter whole(String name, String meaning) {
    return new QueryParameter(name, "integer", meaning, false, null);
  }

  /** True or false, usually true. */
  public static QueryParameter flag(String name, String meaning) {
    return new QueryParameter(name, "boolean", meaning, false, null);
  }

  /** A number in this range. */
  public static QueryParameter whole(String name, String meaning, Range range) {
    return new QueryParameter(name, "integer", meaning, false, range);
  }

  void describe(JsonWriter out, String place) {
    out.beginObject().field("name", name).field("in", place);
    out.field("required", required).field("description", meaning);
    out.name("schema").beginObject().field("type", type);
    if (range != null) {
      out.field("minimum", range.least()).field("maximum", range.most());
      out.field("default", range.usual());
    }
    out.endObject().endObject();
  }
}
