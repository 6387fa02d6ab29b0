package bub.bus.openrpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Object types of an OpenRPC document. It moves them from the methods to {@code components},
 * because generators of code name a type after its component. Not thread-safe.
 */
final class SchemaComponents implements JsonValue {
  private static final String PREFIX = "#/components/schemas/";
  private static final RawJson OBJECT = json("\"object\"");

  private final SequencedMap<String, RawJson> types = new LinkedHashMap<>();

  /** Returns the method with references instead of its object types. */
  RawJson extract(RawJson method) {
    String result = pascal(method.fields().string("name")) + "Result";
    return rewrite(
        method,
        (name, value) ->
            switch (name) {
              case "params" -> array(value, this::described);
              case "result" -> described(value, result);
              default -> value;
            });
  }

  private static String pascal(String name) {
    var text = new StringBuilder();
    for (String word : name.split("[._]", -1)) {
      text.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return text.toString();
  }

  private RawJson described(RawJson content) {
    return described(content, null);
  }

  private RawJson described(RawJson content, @Nullable String usualName) {
    return rewrite(
        content, (name, value) -> name.equals("schema") ? schema(value, usualName) : value);
  }

  private RawJson schema(RawJson schema) {
    return schema(schema, null);
  }

  private RawJson schema(RawJson schema, @Nullable String usualName) {
    if (!schema.isObject()) {
      return schema; // additionalProperties: false
    }
    RawJson inner =
        rewrite(
            schema,
            (name, value) ->
                switch (name) {
                  case "properties" -> rewrite(value, (_, property) -> schema(property));
                  case "items", "additionalProperties" -> schema(value);
                  default -> value;
                });
    Fields fields = inner.fields();
    String title = fields.optionalString("title");
    String name = title == null ? usualName : title;
    return name == null || !fields.has("properties") ? inner : reference(name, inner);
  }

  private RawJson reference(String name, RawJson schema) {
    Fields fields = schema.fields();
    RawJson about = fields.find("description");
    boolean orNull = fields.require("type").isArray();
    RawJson type =
        rewrite(
            schema.fields().without("description"),
            (member, value) -> member.equals("type") ? OBJECT : value);
    RawJson titled = fields.has("title") ? type : titled(type, name);
    RawJson known = types.putIfAbsent(name, titled);
    if (known != null && !known.equals(titled)) {
      throw new IllegalStateException("two different types are named " + name);
    }
    JsonWriter out = new JsonWriter().beginObject();
    if (orNull) {
      out.name("oneOf").beginArray().beginObject().field("$ref", PREFIX + name).endObject();
      out.beginObject().field("type", "null").endObject().endArray();
    } else {
      out.field("$ref", PREFIX + name);
    }
    return RawJson.trusted(out.optional("description", about).endObject().toByteArray());
  }

  private static RawJson titled(RawJson type, String name) {
    JsonWriter out = new JsonWriter().extended(type, more -> more.field("title", name));
    return RawJson.trusted(out.toByteArray());
  }

  private static RawJson rewrite(RawJson object, BiFunction<String, RawJson, RawJson> change) {
    Fields fields = object.fields();
    JsonWriter out = new JsonWriter().beginObject();
    for (int i = 0; i < fields.count(); i++) {
      out.field(fields.name(i), change.apply(fields.name(i), fields.value(i)));
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  private static RawJson array(RawJson values, UnaryOperator<RawJson> change) {
    JsonWriter out = new JsonWriter().beginArray();
    values.elements().forEach(value -> out.value(change.apply(value)));
    return RawJson.trusted(out.endArray().toByteArray());
  }

  private static RawJson json(String text) {
    return RawJson.trusted(text.getBytes(UTF_8));
  }

  /** Writes the object {@code components}. */
  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("schemas").beginObject();
    for (Map.Entry<String, RawJson> type : types.entrySet()) {
      out.field(type.getKey(), type.getValue());
    }
    out.endObject().endObject();
  }
}
