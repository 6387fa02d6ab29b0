package bub.protocol;

import bub.json.Fields;
import bub.json.JsonWriter;
import java.util.List;

/** Field with the nodes of a cluster that did not answer; absent when all of them answered. */
final class MissingNodes {
  private static final String NAME = "missingNodes";

  private MissingNodes() {}

  static List<String> read(Fields fields) {
    return fields.has(NAME) ? NestedFields.strings(fields, NAME) : List.of();
  }

  static void write(List<String> nodes, JsonWriter out) {
    if (!nodes.isEmpty()) {
      out.name(NAME).beginArray();
      nodes.forEach(out::value);
      out.endArray();
    }
  }
}
