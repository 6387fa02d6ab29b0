package bub.gateway.mcpclient;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a question of an MCP server when nobody is there to ask: the defaults that its schema
 * offers, or no answer when a required value has none.
 */
final class ElicitationDefaults {
  private static final JsonValue DECLINED =
      out -> out.beginObject().field("action", "decline").endObject();

  private ElicitationDefaults() {}

  static JsonValue answer(@Nullable RawJson params) {
    RawJson schema =
        params == null || !params.isObject()
            ? null
            : params.fields().optionalObject("requestedSchema");
    RawJson properties = schema == null ? null : schema.fields().optionalObject("properties");
    if (schema == null || properties == null) {
      return DECLINED;
    }
    Fields fields = properties.fields();
    RawJson required = schema.fields().find("required");
    if (required != null && required.isArray()) {
      for (RawJson name : required.elements()) {
        if (!name.isString() || defaultOf(fields.find(name.asString())) == null) {
          return DECLINED;
        }
      }
    }
    return out -> {
      out.beginObject().field("action", "accept").name("content").beginObject();
      for (int i = 0; i < fields.count(); i++) {
        out.optional(fields.name(i), defaultOf(fields.value(i)));
      }
      out.endObject().endObject();
    };
  }

  private static @Nullable RawJson defaultOf(@Nullable RawJson property) {
    return property == null || !property.isObject() ? null : property.fields().find("default");
  }
}
