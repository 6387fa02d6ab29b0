package bub.bus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/** JSON for people, with short values on one line. */
final class PrettyJson {
  private static final int WIDTH = 110;

  private PrettyJson() {}

  static String print(JsonNode node) {
    return print("", node, "") + "\n";
  }

  /** {@code label} is what stands before the value on its line. */
  private static String print(String label, JsonNode node, String indent) {
    String line = label + line(node);
    if (!node.isContainer() || indent.length() + line.length() < WIDTH) {
      return line;
    }
    String inner = indent + "  ";
    List<String> members = members(node, (name, value) -> inner + print(name, value, inner));
    return label + enclosed(node, "\n" + String.join(",\n", members) + "\n" + indent);
  }

  private static String line(JsonNode node) {
    return node.isContainer()
        ? enclosed(node, String.join(", ", members(node, (name, value) -> name + line(value))))
        : node.toString();
  }

  private static String enclosed(JsonNode node, String members) {
    return node.isObject() ? "{" + members + "}" : "[" + members + "]";
  }

  private static List<String> members(JsonNode node, BiFunction<String, JsonNode, String> print) {
    var members = new ArrayList<String>();
    if (node.isObject()) {
      node.forEachEntry((name, value) -> members.add(print.apply("\"" + name + "\": ", value)));
    } else {
      node.forEach(value -> members.add(print.apply("", value)));
    }
    return members;
  }
}
