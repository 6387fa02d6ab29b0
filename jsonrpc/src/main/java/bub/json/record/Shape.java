package bub.json.record;

import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** How the values of one Java type stand in JSON. Safe for any thread. */
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

  /** Writes the schema of such values. */
  void describe(JsonWriter out, SchemaDefinitions definitions);

  /**
   * The Java value, or an {@link InvalidField}.
   *
   * @param name what the value is called when it does not fit
   */
  @Nullable Object read(String name, RawJson value);

  void write(String name, Object value, JsonWriter out);

  /** The schema of everything that has this type, with nothing more to say about it. */
  static void describe(JsonWriter out, String type) {
    out.beginObject().field("type", type).endObject();
  }

  /** JSON that is nobody else's business. */
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

  /** {@code true} or {@code false}. */
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
