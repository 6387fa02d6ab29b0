package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Mapping between the values of one Java type and JSON. Safe for any thread. */
sealed interface Shape
    permits MapShape,
        OptionalShape,
        NumberShape.Exact,
        NumberShape.Floating,
        NumberShape.Whole,
        ListShape,
        Shape.Anything,
        Shape.Flag,
        RecordShape,
        TextShape,
        EnumShape {

  void describe(JsonWriter out, SchemaDefinitions definitions);

  /** Throws an {@link InvalidField} that names the value {@code name}. */
  @Nullable Object read(String name, RawJson value);

  void write(String name, Object value, JsonWriter out);

  static void describe(JsonWriter out, String type) {
    out.beginObject().field("type", type).endObject();
  }

  /** Any JSON value, passed through unread. */
  record Anything() implements Shape {
    @Override
    public void describe(JsonWriter out, SchemaDefinitions definitions) {
      out.value(RawJson.EMPTY_OBJECT);
    }

    @Override
    public Object read(String name, RawJson value) {
      return value.detached();
    }

    @Override
    public void write(String name, Object value, JsonWriter out) {
      out.value((RawJson) value);
    }
  }

  record Flag() implements Shape {
    @Override
    public void describe(JsonWriter out, SchemaDefinitions definitions) {
      Shape.describe(out, "boolean");
    }

    @Override
    public Object read(String name, RawJson value) {
      if (!value.isBoolean()) {
        throw new InvalidField(name, "must be true or false");
      }
      return value.isTrue();
    }

    @Override
    public void write(String name, Object value, JsonWriter out) {
      out.value((boolean) value);
    }
  }
}
