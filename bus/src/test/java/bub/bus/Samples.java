package bub.bus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Sample values for a schema: one with all fields, and many that differ in one place. */
final class Samples {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> ODD_VALUES =
      List.of("null", "[]", "{}", "true", "7", "\"\"", "\"x\"", "\"a b\"", "\"a\\u0000b\"");

  private Samples() {}

  /** A value that differs from the full sample in one field. */
  record Variant(String difference, String field, JsonNode value) {
    @Override
    public String toString() {
      return difference;
    }
  }

  /** Every described field, with its example where it has one. */
  static JsonNode full(JsonNode schema) {
    if (schema.has("examples")) {
      return schema.get("examples").get(0);
    }
    return switch (type(schema)) {
      case "object" -> {
        ObjectNode object = NODES.objectNode();
        schema.path("properties").forEachEntry((name, field) -> object.set(name, full(field)));
        yield object;
      }
      case "array" -> NODES.arrayNode().add(full(schema.get("items")));
      case "boolean" -> NODES.booleanNode(true);
      case "integer" -> NODES.numberNode(schema.path("minimum").asInt(0));
      default -> NODES.stringNode("text");
    };
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray() ? type.get(0).asString() : type.asString("string");
  }

  /** Every field missing, null, of every other type, at its limits and past them; fields added. */
  static List<Variant> variants(JsonNode schema) {
    var variants = new ArrayList<Variant>();
    variants.add(new Variant("all that is described", "", full(schema)));
    variants.add(new Variant("only what is required", "", least(full(schema), schema)));
    vary(full(schema), schema, "", variants);
    return variants;
  }

  private static JsonNode least(JsonNode full, JsonNode schema) {
    ObjectNode least = NODES.objectNode();
    for (JsonNode name : schema.path("required").values()) {
      JsonNode field = schema.get("properties").get(name.asString());
      JsonNode value = full.get(name.asString());
      least.set(name.asString(), field.has("properties") ? least(value, field) : value);
    }
    return least;
  }

  private static void vary(JsonNode root, JsonNode schema, String path, List<Variant> variants) {
    variants.add(variant(root, path, "unheardOf", "7"));
    for (Map.Entry<String, JsonNode> field : schema.get("properties").properties()) {
      String name = field.getKey();
      ObjectNode without = (ObjectNode) root.deepCopy();
      ((ObjectNode) without.at(path)).remove(name);
      variants.add(new Variant("without " + path + "/" + name, name, without));
      oddValues(field.getValue()).forEach(odd -> variants.add(variant(root, path, name, odd)));
      if (field.getValue().has("properties")) {
        vary(root, field.getValue(), path + "/" + name, variants);
      }
    }
  }

  private static Variant variant(JsonNode root, String path, String name, String value) {
    JsonNode changed = root.deepCopy();
    ((ObjectNode) changed.at(path)).set(name, RawPeer.json(value));
    String shown = value.length() > 20 ? value.length() - 2 + " characters" : value;
    return new Variant(path + "/" + name + " is " + shown, name, changed);
  }

  private static List<String> oddValues(JsonNode schema) {
    var values = new ArrayList<>(ODD_VALUES);
    if (schema.has("maxLength")) {
      int most = schema.get("maxLength").asInt();
      values.add("\"" + "x".repeat(most) + "\"");
      values.add("\"" + "x".repeat(most + 1) + "\"");
    }
    for (String limit : List.of("minimum", "maximum")) {
      if (schema.has(limit)) {
        int edge = schema.get(limit).asInt();
        values.addAll(List.of(edge - 1 + "", edge + "", edge + 1 + ""));
      }
    }
    return values;
  }
}
