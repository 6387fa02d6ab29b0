package bub.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Unexpected but valid JSON: random, or a valid sample with a replaced part. */
public final class RandomJson {
  private static final List<String> SCALARS =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-1",
          "1.5",
          "1e9999",
          "123456789012345678901234567890",
          "\"\"",
          "\"x\"",
          "\"tg:1\"",
          "\"a b\"",
          "\"running\"",
          "\"2026-02-17T12:00:00Z\"",
          "\"+1000000000-01-01T00:00:00Z\"",
          "\"\\u0000\\ud83d\\ude00\"",
          "\"tg_message\"");

  private final Random random;

  public RandomJson(Random random) {
    this.random = random;
  }

  public String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 3)) {
      case 3, 4 -> object(depth - 1, List.of("a", "type", "content", "name"));
      case 5 -> array(depth - 1);
      default -> oneOf(SCALARS);
    };
  }

  public String object(int depth, List<String> names) {
    var members = new ArrayList<String>();
    for (int i = random.nextInt(6); i > 0; i--) {
      members.add("\"" + oneOf(names) + "\":" + value(depth));
    }
    return "{" + String.join(",", members) + "}";
  }

  public String array(int depth) {
    var elements = new ArrayList<String>();
    for (int i = random.nextInt(5); i > 0; i--) {
      elements.add(value(depth));
    }
    return "[" + String.join(",", elements) + "]";
  }

  /** The sample with one to three of its members or elements replaced or gone. */
  public String spoiled(String sample) {
    JsonNode tree = Json.tree(sample);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      spoil(tree);
    }
    return tree.toString();
  }

  private void spoil(JsonNode node) {
    switch (node) {
      case ObjectNode object when !object.isEmpty() -> {
        String name = oneOf(List.copyOf(object.propertyNames()));
        if (!descend(object.get(name))) {
          if (random.nextInt(4) == 0) {
            object.remove(name);
          } else {
            object.set(name, Json.tree(treeSafeValue()));
          }
        }
      }
      case ArrayNode array when !array.isEmpty() -> {
        int index = random.nextInt(array.size());
        if (!descend(array.get(index))) {
          array.set(index, Json.tree(treeSafeValue()));
        }
      }
      default -> {}
    }
  }

  private boolean descend(JsonNode child) {
    boolean deeper = child.isContainer() && !child.isEmpty() && random.nextInt(3) > 0;
    if (deeper) {
      spoil(child);
    }
    return deeper;
  }

  // A tree would turn it into infinity, which no JSON can say.
  private String treeSafeValue() {
    return value(2).replace("1e9999", "1e9");
  }

  private String oneOf(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
