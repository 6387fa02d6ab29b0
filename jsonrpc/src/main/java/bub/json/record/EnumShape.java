package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** Shape of an enum: one string per constant, its name. */
record EnumShape(Map<String, Enum<?>> byName) implements Shape {
  private static final int SHOWN = 10;

  static EnumShape of(Enum<?>[] constants) {
    SequencedMap<String, Enum<?>> byName = new LinkedHashMap<>();
    for (Enum<?> constant : constants) {
      byName.put(constant.name(), constant);
    }
    return new EnumShape(byName);
  }

  @Override
  public void describe(JsonWriter out, SchemaDefinitions definitions) {
    out.beginObject().field("type", "string").name("enum").beginArray();
    byName.keySet().forEach(out::value);
    out.endArray().endObject();
  }

  @Override
  public Object read(String name, RawJson value) {
    Enum<?> constant = value.isString() ? byName.get(value.asString()) : null;
    if (constant == null) {
      String shown = byName.keySet().stream().limit(SHOWN).collect(Collectors.joining(", "));
      throw new InvalidField(
          name, "must be one of " + shown + (byName.size() > SHOWN ? ", …" : ""));
    }
    return constant;
  }

  @Override
  public void write(String name, Object value, JsonWriter out) {
    out.value(((Enum<?>) value).name());
  }
}
