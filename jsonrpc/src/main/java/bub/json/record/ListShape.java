package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shape of a {@code List}, or of a {@code Set} of distinct values. */
record ListShape(Shape element, boolean distinct) implements Shape {
  @Override
  public void describe(JsonWriter out, SchemaDefinitions definitions) {
    out.beginObject().field("type", "array").name("items");
    element.describe(out, definitions);
    if (distinct) {
      out.field("uniqueItems", true);
    }
    out.endObject();
  }

  @Override
  public Object read(String name, RawJson value) {
    if (!value.isArray()) {
      throw new InvalidField(name, "must be an array");
    }
    List<@Nullable Object> elements = new ArrayList<>();
    for (RawJson each : value.elements()) {
      elements.add(element.read(name + "[" + elements.size() + "]", each));
    }
    return distinct
        ? Collections.unmodifiableSet(new LinkedHashSet<>(elements))
        : Collections.unmodifiableList(elements);
  }

  @Override
  public void write(String name, Object value, JsonWriter out) {
    out.beginArray();
    int index = 0;
    for (@Nullable Object each : (Collection<? extends @Nullable Object>) value) {
      OptionalShape.write(element, name + "[" + index++ + "]", each, out);
    }
    out.endArray();
  }
}
