package bub.console.http;

import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * A parameter in the query of a URL.
 *
 * @param type as JSON schema has it: {@code string}, {@code integer}, {@code boolean}
 * @param range of a number; null when any number will do
 */
public record Param(
    String name, String type, String meaning, boolean required, @Nullable Range range) {

  /**
   * Numbers that are taken; others are refused.
   *
   * @param usual used when the caller gives none
   */
  public record Range(int least, int most, int usual) {}

  public static Param text(String name, String meaning) {
    return new Param(name, "string", meaning, false, null);
  }

  /** A text without which the request is refused. */
  public static Param needed(String name, String meaning) {
    return new Param(name, "string", meaning, true, null);
  }

  public static Param whole(String name, String meaning) {
    return new Param(name, "integer", meaning, false, null);
  }

  /** True or false, usually true. */
  public static Param flag(String name, String meaning) {
    return new Param(name, "boolean", meaning, false, null);
  }

  /** A number in this range. */
  public static Param whole(String name, String meaning, Range range) {
    return new Param(name, "integer", meaning, false, range);
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
