package bub.lobby.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/** Subschemas of a schema, with their JSON pointers, in document order. */
final class SchemaLocations {
  private static final Set<String> ONE =
      Set.of(
          ("additionalProperties propertyNames unevaluatedItems unevaluatedProperties items"
                  + " contains not if then else contentSchema")
              .split(" "));

  private static final Set<String> SEVERAL = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

  private static final Set<String> NAMED =
      Set.of("properties", "patternProperties", "dependentSchemas", "$defs", "definitions");

  private SchemaLocations() {}

  /** Skips values of the wrong shape. */
  static Map<String, JsonNode> in(JsonNode root) {
    var places = new LinkedHashMap<String, JsonNode>();
    collect("", root, places);
    return places;
  }

  private static void collect(String pointer, JsonNode schema, Map<String, JsonNode> places) {
    places.put(pointer, schema);
    forEachPart(schema, (part, child) -> collect(pointer + part, child, places));
  }

  /** Pointers are relative to the schema. */
  static void forEachPart(JsonNode schema, BiConsumer<String, JsonNode> action) {
    for (Map.Entry<String, JsonNode> entry : schema.properties()) {
      String keyword = entry.getKey();
      JsonNode value = entry.getValue();
      String pointer = "/" + escape(keyword);
      if (ONE.contains(keyword) && isSchema(value)) {
        action.accept(pointer, value);
      } else if (SEVERAL.contains(keyword)) {
        for (int i = 0; i < value.size() && value.isArray(); i++) {
          if (isSchema(value.get(i))) {
            action.accept(pointer + "/" + i, value.get(i));
          }
        }
      } else if (NAMED.contains(keyword)) {
        for (Map.Entry<String, JsonNode> member : value.properties()) {
          if (isSchema(member.getValue())) {
            action.accept(pointer + "/" + escape(member.getKey()), member.getValue());
          }
        }
      }
    }
  }

  private static boolean isSchema(JsonNode value) {
    return value.isObject() || value.isBoolean();
  }

  static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
