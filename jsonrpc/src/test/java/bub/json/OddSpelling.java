package bub.json;

import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** Writes a tree as JSON with much white space and needless escapes. */
final class OddSpelling {
  private final StringBuilder out = new StringBuilder();
  private final RandomGenerator random;

  private OddSpelling(RandomGenerator random) {
    this.random = random;
  }

  static String of(JsonNode tree, RandomGenerator random) {
    var spelling = new OddSpelling(random);
    spelling.value(tree);
    return spelling.out.toString();
  }

  private void value(JsonNode tree) {
    space();
    if (tree.isObject()) {
      String[] separator = {"{"};
      tree.forEachEntry(
          (name, value) -> {
            out.append(separator[0]);
            space();
            quote(name);
            space();
            out.append(':');
            value(value);
            separator[0] = ",";
          });
      out.append(tree.isEmpty() ? "{" : "");
      space();
      out.append('}');
    } else if (tree.isArray()) {
      out.append('[');
      for (int i = 0; i < tree.size(); i++) {
        out.append(i == 0 ? "" : ",");
        value(tree.get(i));
      }
      space();
      out.append(']');
    } else if (tree.isString()) {
      quote(tree.stringValue());
    } else {
      out.append(tree);
    }
    space();
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Both halves of a pair get the same treatment, or one of them would stand alone.
      boolean escape =
          c < 0x20 || c == '"' || c == '\\' || Character.isSurrogate(c) || random.nextInt(4) == 0;
      if (escape) {
        out.append(c == '/' || c == '"' ? "\\" + c : String.format("\\u%04X", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private void space() {
    for (int i = random.nextInt(3); i > 0; i--) {
      out.append(" \t\r\n".charAt(random.nextInt(4)));
    }
  }
}
