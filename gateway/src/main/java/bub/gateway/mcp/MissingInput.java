package bub.gateway.mcp;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Members that the arguments of a call lack and that a person can type. */
record MissingInput(List<String> names, RawJson schema) {
  /** Key of the question in a request that stands alone. */
  static final String KEY = "missing_input";

  private static final Set<String> TYPES = Set.of("string", "number", "integer", "boolean");
  private static final List<String> KEYWORDS =
      List.of(
          "type",
          "title",
          "description",
          "enum",
          "format",
          "minLength",
          "maxLength",
          "minimum",
          "maximum",
          "default");

  /** Null when nothing is missing, or when a person cannot type all of it. */
  static @Nullable MissingInput find(RawJson inputSchema, RawJson arguments) {
    RawJson required = inputSchema.fields().find("required");
    RawJson properties = inputSchema.fields().find("properties");
    if (required == null || !required.isArray() || properties == null || !properties.isObject()) {
      return null;
    }
    var names = new ArrayList<String>();
    for (RawJson name : required.elements()) {
      if (name.isString() && !arguments.fields().has(name.asString())) {
        RawJson property = properties.fields().find(name.asString());
        if (property == null || !isSimple(property)) {
          return null;
        }
        names.add(name.asString());
      }
    }
    return names.isEmpty() ? null : new MissingInput(names, schema(names, properties));
  }

  private static boolean isSimple(RawJson property) {
    RawJson type = property.isObject() ? property.fields().find("type") : null;
    return type != null && type.isString() && TYPES.contains(type.asString());
  }

  private static RawJson schema(List<String> names, RawJson properties) {
    JsonWriter out = new JsonWriter().beginObject().field("type", "object");
    out.name("properties").beginObject();
    for (String name : names) {
      Fields property = properties.fields().object(name).fields();
      out.name(name).beginObject();
      KEYWORDS.forEach(keyword -> out.optional(keyword, property.find(keyword)));
      out.endObject();
    }
    out.endObject().name("required").beginArray();
    names.forEach(out::value);
    return RawJson.trusted(out.endArray().endObject().toByteArray());
  }

  InputRequired question(String tool) {
    return InputRequired.question(KEY, text(tool), schema);
  }

  RawJson params(String tool) {
    JsonWriter out = new JsonWriter().beginObject().field("message", text(tool));
    return RawJson.trusted(out.field("requestedSchema", schema).endObject().toByteArray());
  }

  private String text(String tool) {
    return tool + " needs more input: " + String.join(", ", names);
  }

  /** Content of an answer; null when the person did not accept the question. */
  static @Nullable RawJson accepted(RawJson answer) {
    RawJson action = answer.isObject() ? answer.fields().find("action") : null;
    RawJson content = answer.isObject() ? answer.fields().find("content") : null;
    return action != null && action.isPlainly("accept") && content != null && content.isObject()
        ? content
        : null;
  }

  /** Only the members that were asked for. The lobby checks their values. */
  RawJson added(RawJson arguments, RawJson content) {
    JsonWriter out = new JsonWriter();
    out.extended(
        arguments, more -> names.forEach(name -> more.optional(name, content.fields().find(name))));
    return RawJson.trusted(out.toByteArray());
  }
}
