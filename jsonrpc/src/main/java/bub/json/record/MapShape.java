package bub.json.record;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shape of a {@code Map} from strings to values, which keeps the order of the JSON text. */
record MapShape(Shape value) implements Shape {
  @Override
  public void describe(JsonWriter out, SchemaDefinitions definitions) {
    out.beginObject().field("type", "object").name("additionalProperties");
    value.describe(out, definitions);
    out.endObject();
  }

  @Override
  public Object read(String name, RawJson json) {
    if (!json.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    Fields fields = json.fields();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i < fields.count(); i++) {
      String key = fields.name(i);
      if (values.containsKey(key)) {
        throw new InvalidField(name + "." + key, "appears twice");
      }
      values.put(key, value.read(name + "." + key, fields.value(i)));
    }
    return Collections.unmodifiableMap(values);
  }

  @Override
  public void write(String name, Object map, JsonWriter out) {
    out.beginObject();
    ((Map<?, ? extends @Nullable Object>) map)
        .forEach(
            (key, each) ->
                OptionalShape.write(value, name + "." + key, each, out.name(String.valueOf(key))));
    out.endObject();
  }
}
