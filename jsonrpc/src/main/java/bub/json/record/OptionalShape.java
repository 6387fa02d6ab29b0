package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shape of a value that may be absent or null; {@code wrapped} means an {@code Optional}. */
record OptionalShape(Shape inner, boolean wrapped) implements Shape {
  @Override
  public void describe(JsonWriter out, SchemaDefinitions definitions) {
    if (inner instanceof Anything) {
      inner.describe(out, definitions);
      return;
    }
    out.beginObject().name("anyOf").beginArray();
    inner.describe(out, definitions);
    Shape.describe(out, "null");
    out.endArray().endObject();
  }

  @Nullable Object absent() {
    return wrapped ? Optional.empty() : null;
  }

  @Override
  public @Nullable Object read(String name, RawJson value) {
    if (value.isNull()) {
      return absent();
    }
    Object present = inner.read(name, value);
    return wrapped ? Optional.ofNullable(present) : present;
  }

  @Override
  public void write(String name, Object value, JsonWriter out) {
    Object present = present(value);
    if (present == null) {
      out.value((String) null);
    } else {
      inner.write(name, present, out);
    }
  }

  static @Nullable Object present(@Nullable Object value) {
    return value instanceof Optional<?> optional ? optional.orElse(null) : value;
  }

  static void write(Shape shape, String name, @Nullable Object value, JsonWriter out) {
    if (value != null) {
      shape.write(name, value, out);
    } else if (shape instanceof OptionalShape) {
      out.value((String) null);
    } else {
      throw new InvalidField(name, "is null");
    }
  }
}
