package bub.bus;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An OpenRPC document with query methods. */
record Description(JsonNode document) {

  List<Described> methods() {
    return document
        .get("methods")
        .valueStream()
        .map(method -> new Described(method, document.get("components")))
        .toList();
  }

  Described method(String name) {
    return methods().stream()
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** One method of the document. */
  record Described(JsonNode node, JsonNode components) {
    String name() {
      return node.get("name").asString();
    }

    boolean isServedByTheBus() {
      return !direction().equals("bus-to-peer");
    }

    boolean isServedByPeers() {
      return !direction().equals("peer-to-bus");
    }

    private String direction() {
      return node.get("x-direction").asString();
    }

    boolean isNotification() {
      return !node.has("result");
    }

    List<String> paramNames() {
      return node.get("params").valueStream().map(param -> param.get("name").asString()).toList();
    }

    /** The schema of the params as one object: a field that is not described is refused. */
    JsonNode params() {
      ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
      ObjectNode properties = schema.putObject("properties");
      schema.put("additionalProperties", false).putArray("required");
      for (JsonNode param : node.get("params").values()) {
        properties.set(param.get("name").asString(), param.get("schema"));
        if (param.get("required").asBoolean()) {
          schema.withArray("required").add(param.get("name"));
        }
      }
      return inline(schema);
    }

    JsonNode result() {
      return inline(node.get("result").get("schema"));
    }

    /** Puts the types in the place of the references to them, for readers that know none. */
    private JsonNode inline(JsonNode schema) {
      if (schema.has("$ref")) {
        String name = schema.get("$ref").asString().replace("#/components/schemas/", "");
        return inline(components.get("schemas").get(name));
      }
      if (schema.has("oneOf")) {
        ObjectNode either = (ObjectNode) inline(schema.get("oneOf").get(0)).deepCopy();
        either.putArray("type").add("object").add("null");
        return either;
      }
      if (schema instanceof ObjectNode object) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object.forEachEntry((name, value) -> copy.set(name, inline(value)));
        return copy;
      }
      return schema;
    }

    /** Every {@code code}, and every {@code code reason}. */
    Set<String> errors() {
      var errors = new TreeSet<String>();
      for (JsonNode error : node.path("errors").values()) {
        errors.add(error.get("code").asString());
        for (JsonNode reason : error.at("/data/reason").values()) {
          errors.add(error.get("code").asString() + " " + reason.asString());
        }
      }
      return errors;
    }

    @Override
    public String toString() {
      return name();
    }
  }
}
