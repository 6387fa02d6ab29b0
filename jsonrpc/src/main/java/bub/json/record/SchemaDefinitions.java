package bub.json.record;

import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Writer of one schema, on one thread; {@code $defs} let a record contain itself. */
final class SchemaDefinitions {
  private final RecordShape root;
  private final boolean strict;
  private final Map<RecordShape, String> names = new HashMap<>();
  private final Queue<RecordShape> undescribed = new ArrayDeque<>();

  private SchemaDefinitions(RecordShape root, boolean strict) {
    this.root = root;
    this.strict = strict;
  }

  static RawJson schema(RecordShape root, boolean strict) {
    var definitions = new SchemaDefinitions(root, strict);
    JsonWriter out = new JsonWriter().beginObject();
    definitions.describe(root, out);
    definitions.describeTheRest(out);
    return RawJson.trusted(out.endObject().toByteArray());
  }

  private void describe(RecordShape structure, JsonWriter out) {
    out.field("type", "object").name("properties").beginObject();
    for (RecordShape.Member member : structure.members()) {
      member.shape().describe(out.name(member.name()), this);
    }
    out.endObject().name("required").beginArray();
    structure.members().stream()
        .filter(RecordShape.Member::isRequired)
        .forEach(member -> out.value(member.name()));
    out.endArray();
    if (strict) {
      out.field("additionalProperties", false);
    }
  }

  private void describeTheRest(JsonWriter out) {
    if (undescribed.isEmpty()) {
      return;
    }
    out.name("$defs").beginObject();
    for (var next = undescribed.poll(); next != null; next = undescribed.poll()) {
      describe(next, out.name(names.getOrDefault(next, "")).beginObject());
      out.endObject();
    }
    out.endObject();
  }

  String refer(RecordShape structure) {
    return structure == root ? "#" : "#/$defs/" + names.computeIfAbsent(structure, this::name);
  }

  private String name(RecordShape structure) {
    undescribed.add(structure);
    // A reference is a URI with a JSON pointer: letters and digits need no escape in either.
    String plain = structure.name().replaceAll("[^A-Za-z0-9]", "_");
    String name = plain;
    for (int i = 2; names.containsValue(name); i++) {
      name = plain + "_" + i;
    }
    return name;
  }
}
