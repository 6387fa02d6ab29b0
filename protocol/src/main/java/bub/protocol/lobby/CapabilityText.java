package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Cleaner of the texts in a capability, which people and models read. Names and the values that its
 * contract permits stay as they are.
 */
public final class CapabilityText {
  private static final Set<String> NAMES =
      Set.of(
          "name",
          "version",
          "authorized_requester_ids",
          "timeout_seconds",
          "resource",
          "mime_type");
  private static final Set<String> SCHEMAS = Set.of("input_schema", "output_schema");
  private static final Set<String> SCHEMA_TEXTS = Set.of("title", "description", "$comment");
  private static final Set<String> SCHEMA_VALUES =
      Set.of("enum", "const", "default", "example", "examples");
  private static final Set<String> NAMED_SCHEMAS =
      Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

  private CapabilityText() {}

  /** Returns a capability of a listing with clean texts. */
  public static RawJson cleaned(RawJson capability, UnaryOperator<String> cleaner) {
    return rewritten(
        capability,
        (name, value) -> {
          if (SCHEMAS.contains(name)) {
            return schema(value, cleaner);
          }
          return NAMES.contains(name) ? value : texts(value, cleaner);
        });
  }

  /** Returns a schema with clean titles, descriptions and comments. */
  public static RawJson schema(RawJson schema, UnaryOperator<String> cleaner) {
    return rewritten(
        schema,
        (name, value) -> {
          if (SCHEMA_TEXTS.contains(name) && value.isString()) {
            return text(value, cleaner);
          }
          if (SCHEMA_VALUES.contains(name)) {
            return value;
          }
          return NAMED_SCHEMAS.contains(name)
              ? rewritten(value, (_, member) -> schema(member, cleaner))
              : schema(value, cleaner);
        });
  }

  private static RawJson texts(RawJson value, UnaryOperator<String> cleaner) {
    return value.isString()
        ? text(value, cleaner)
        : rewritten(value, (_, member) -> texts(member, cleaner));
  }

  private static RawJson text(RawJson value, UnaryOperator<String> cleaner) {
    return RawJson.trusted(new JsonWriter().value(cleaner.apply(value.asString())).toByteArray());
  }

  /** Rewrites a member of an object, or an element of an array, which has no name of its own. */
  @FunctionalInterface
  private interface Rewrite {
    RawJson of(String name, RawJson value);
  }

  private static RawJson rewritten(RawJson value, Rewrite rewrite) {
    if (value.isObject()) {
      JsonWriter out = new JsonWriter().beginObject();
      Fields fields = value.fields();
      for (int i = 0; i < fields.count(); i++) {
        out.field(fields.name(i), rewrite.of(fields.name(i), fields.value(i)));
      }
      return RawJson.trusted(out.endObject().toByteArray());
    }
    if (value.isArray()) {
      JsonWriter out = new JsonWriter().beginArray();
      value.elements().forEach(element -> out.value(rewrite.of("", element)));
      return RawJson.trusted(out.endArray().toByteArray());
    }
    return value;
  }
}
