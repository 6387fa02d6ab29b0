package bub.lobby.contract;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Standard form of a schema, without valid parts that the library does not support: references to
 * its own {@code $id}, and {@code dependencies} of older drafts.
 */
final class StandardForm {
  private static final String DEPENDENCIES = "dependencies";
  private static final List<String> REFERENCES = List.of("$ref", "$dynamicRef");

  // Empty when the schema has no name.
  private final String ownName;

  private StandardForm(String ownName) {
    this.ownName = ownName;
  }

  /** Works in place; leaves values of the wrong shape for the check to find. */
  static void of(JsonNode root) {
    String name = root.path("$id").asString("");
    String plain = name.endsWith("#") ? name.substring(0, name.length() - 1) : name;
    new StandardForm(plain).rewrite(root);
  }

  private void rewrite(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      shortenReferences(object);
      if (object.get(DEPENDENCIES) instanceof ObjectNode dependencies && isRight(dependencies)) {
        object.remove(DEPENDENCIES);
        dependencies.properties().forEach(each -> add(each, object));
      }
    }
    SchemaLocations.forEachPart(schema, (_, part) -> rewrite(part));
  }

  private void shortenReferences(ObjectNode schema) {
    for (String keyword : REFERENCES) {
      String reference = schema.path(keyword).asString(null);
      if (!ownName.isEmpty() && reference != null && reference.startsWith(ownName)) {
        String rest = reference.substring(ownName.length());
        if (rest.isEmpty() || rest.startsWith("#")) {
          schema.put(keyword, rest.isEmpty() ? "#" : rest);
        }
      }
    }
  }

  private static boolean isRight(ObjectNode dependencies) {
    return dependencies
        .valueStream()
        .allMatch(
            value ->
                value.isObject()
                    || value.isBoolean()
                    || value.isArray() && value.valueStream().allMatch(JsonNode::isString));
  }

  private static void add(Map.Entry<String, JsonNode> dependency, ObjectNode schema) {
    String name = dependency.getKey();
    boolean isList = dependency.getValue().isArray();
    String keyword = isList ? "dependentRequired" : "dependentSchemas";
    ObjectNode all =
        schema.get(keyword) instanceof ObjectNode known ? known : schema.putObject(keyword);
    JsonNode before = all.get(name);
    if (before == null) {
      all.set(
          name, isList ? distinct(dependency.getValue(), all.arrayNode()) : dependency.getValue());
    } else if (isList && before instanceof ArrayNode names) {
      distinct(dependency.getValue(), names);
    } else if (!isList) {
      all.putObject(name).putArray("allOf").add(before).add(dependency.getValue());
    }
  }

  /** The meta-schema forbids duplicates. */
  private static ArrayNode distinct(JsonNode names, ArrayNode into) {
    for (JsonNode name : names) {
      if (into.valueStream().noneMatch(name::equals)) {
        into.add(name);
      }
    }
    return into;
  }
}
