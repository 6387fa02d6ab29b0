package bub.lobby.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Creates schemas and values from so few words that they often match. */
final class RandomSchema {
  private static final List<String> NAMES = List.of("a", "b", "ab", "ba");
  private static final List<String> TYPES =
      List.of("object", "array", "string", "integer", "number", "boolean", "null");
  private static final List<String> SCALARS =
      List.of("null", "true", "0", "1", "1.0", "2.5", "-3", "10", "\"\"", "\"a\"", "\"ab\"");
  private static final List<String> PATTERNS = List.of("^a", "b$", "[ab]{2}", "a?b+");

  private final RandomGenerator random;

  RandomSchema(RandomGenerator random) {
    this.random = random;
  }

  String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 4 : 1)) {
      case 0 -> pick(SCALARS);
      case 1 -> "[" + several(depth) + "]";
      default -> object(() -> value(depth - 1));
    };
  }

  private String several(int depth) {
    var values = new ArrayList<String>();
    for (int i = random.nextInt(4); i > 0; i--) {
      values.add(value(depth - 1));
    }
    return String.join(",", values);
  }

  String schema(int depth) {
    var keywords = new LinkedHashMap<String, String>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      keyword(keywords, depth);
    }
    return write(keywords);
  }

  private void keyword(Map<String, String> keywords, int depth) {
    switch (random.nextInt(depth > 0 ? 27 : 13)) {
      case 0, 1 -> keywords.putIfAbsent("type", "\"" + pick(TYPES) + "\"");
      case 2 -> keywords.putIfAbsent("type", "[\"" + pick(TYPES) + "\"]");
      case 3 -> keywords.put("enum", "[" + pick(SCALARS) + "," + pick(SCALARS) + "]");
      case 4 -> keywords.put("const", pick(SCALARS));
      case 5 -> keywords.put(pick(List.of("minimum", "exclusiveMinimum")), small());
      case 6 -> keywords.put(pick(List.of("maximum", "exclusiveMaximum")), small());
      case 7 -> keywords.put("multipleOf", pick(List.of("1", "2.5", "0.1")));
      case 8 -> keywords.put(pick(List.of("minLength", "minItems", "minProperties")), small());
      case 9 -> keywords.put(pick(List.of("maxLength", "maxItems", "maxProperties")), small());
      case 10 -> keywords.put("pattern", "\"" + pick(PATTERNS) + "\"");
      case 11 -> keywords.put("required", "[\"" + pick(NAMES) + "\"]");
      case 12 -> {
        // The library as it comes applies it to objects, too.
        keywords.put("uniqueItems", "true");
        keywords.put("type", "\"array\"");
      }
      case 13, 14, 15 -> keywords.put("properties", object(() -> schema(depth - 1)));
      case 16 -> keywords.put("items", schema(depth - 1));
      case 17 -> keywords.put("prefixItems", schemas(depth));
      case 18 -> keywords.put("additionalProperties", pick(List.of("false", schema(depth - 1))));
      case 19 -> keywords.put("contains", schema(depth - 1));
      case 20 -> keywords.put(pick(List.of("allOf", "anyOf", "oneOf")), schemas(depth));
      case 21 -> keywords.put("not", schema(depth - 1));
      case 22 -> {
        keywords.put("if", schema(depth - 1));
        keywords.put(pick(List.of("then", "else")), schema(depth - 1));
      }
      case 23 ->
          keywords.put("patternProperties", "{\"" + pick(PATTERNS) + "\":" + schema(0) + "}");
      case 24 -> keywords.put("unevaluatedProperties", "false");
      case 25 -> keywords.put("unevaluatedItems", "false");
      default -> keywords.put("dependentRequired", "{\"a\":[\"" + pick(NAMES) + "\"]}");
    }
  }

  private String schemas(int depth) {
    return "[" + schema(depth - 1) + "," + schema(depth - 1) + "]";
  }

  private String object(Supplier<String> part) {
    var members = new LinkedHashMap<String, String>();
    for (int i = random.nextInt(4); i > 0; i--) {
      members.put(pick(NAMES), part.get());
    }
    return write(members);
  }

  private static String write(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  private String small() {
    return Integer.toString(random.nextInt(3));
  }

  private String pick(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }
}
