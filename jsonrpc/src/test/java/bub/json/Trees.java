package bub.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** Jackson as the reference: its trees of texts, and our trees from slices and from our writer. */
public final class Trees {
  private static final JsonMapper JACKSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Trees() {}

  public static JsonNode byJackson(String text) {
    return JACKSON.readTree(text);
  }

  public static JsonNode byJackson(byte[] text) {
    return JACKSON.readTree(text);
  }

  /** A huge exponent is not refused in Jackson's own words: its decimal parser gives up. */
  static boolean jacksonAccepts(byte[] text) {
    try {
      return !JACKSON.readTree(text).isMissingNode();
    } catch (JacksonException | NumberFormatException refused) {
      return false;
    }
  }

  static boolean jacksonAccepts(String text) {
    try {
      return !JACKSON.readTree(text).isMissingNode();
    } catch (JacksonException | NumberFormatException refused) {
      return false;
    }
  }

  /** The tree that our own slices show; only the numbers are left to Jackson. */
  public static JsonNode bySlices(RawJson json) {
    if (json.isObject()) {
      var object = JsonNodeFactory.instance.objectNode();
      Fields fields = json.fields();
      for (int i = 0; i < fields.count(); i++) {
        object.set(fields.name(i), bySlices(fields.value(i)));
      }
      return object;
    }
    if (json.isArray()) {
      var array = JsonNodeFactory.instance.arrayNode();
      json.elements().forEach(element -> array.add(bySlices(element)));
      return array;
    }
    if (json.isString()) {
      return JsonNodeFactory.instance.stringNode(json.asString());
    }
    if (json.isBoolean()) {
      return JsonNodeFactory.instance.booleanNode(json.isTrue());
    }
    return json.isNull() ? JsonNodeFactory.instance.nullNode() : byJackson(json.toString());
  }

  /** The tree as a value that our writer writes. */
  public static JsonValue written(JsonNode tree) {
    return out -> write(out, tree);
  }

  private static void write(JsonWriter out, JsonNode tree) {
    switch (tree.getNodeType()) {
      case OBJECT -> {
        out.beginObject();
        tree.forEachEntry((name, value) -> write(out.name(name), value));
        out.endObject();
      }
      case ARRAY -> {
        out.beginArray();
        tree.forEach(element -> write(out, element));
        out.endArray();
      }
      case STRING -> out.value(tree.stringValue());
      case BOOLEAN -> out.value(tree.booleanValue());
      case NULL -> out.value(RawJson.NULL);
      case NUMBER -> {
        if (tree.canConvertToExactIntegral() && tree.canConvertToLong()) {
          out.value(tree.longValue());
        } else {
          out.value(RawJson.trusted(tree.toString().getBytes(UTF_8)));
        }
      }
      case BINARY, MISSING, POJO -> throw new IllegalArgumentException("not JSON: " + tree);
    }
  }
}
