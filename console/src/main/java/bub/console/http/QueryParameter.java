package bub.console.http;

import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** A parameter in the query of a URL; a null range accepts any number. */
public record QueryParameter(
    String name, String type, String meaning, boolean required, @Nullable Range range) {

  /** Accepted range of a number, and its default. */
  public record Range(int least, int most, int usual) {}

  public static QueryParameter text(String name, String meaning) {
    return new QueryParameter(name, "string", meaning, false, null);
  }

  public static QueryParameter needed(String name, String meaning) {
    return new QueryParameter(name, "string", meaning, true, null);
  }

  public static QueryParameter whole(String name, String meaning) {
    return new QueryParameter(name, "integer", meaning, false, null);
  }

  /** Creates a boolean parameter, true by default. */
  public static QueryParameter flag(String name, String meaning) {
    return new QueryParameter(name, "boolean", meaning, false, null);
  }

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
