package bub.bus.openrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** A JSON Schema, as its keywords in order. */
record Schema(SequencedMap<String, JsonValue> keywords) implements JsonValue {
  static final Schema ANYTHING = new Schema(new LinkedHashMap<>());
  static final Schema TEXT = ofType("string");
  static final Schema INTEGER = ofType("integer");
  static final Schema BOOLEAN = ofType("boolean");
  static final Schema ANY_OBJECT = ofType("object");
  static final Schema TIME = TEXT.with("format", text("date-time"));
  static final Schema MESSAGE_ID = TEXT.length(MessageId.MAX_LENGTH);

  /** An address or a pattern: no white space, no control characters. */
  static final Schema ADDRESS =
      TEXT.length(Address.MAX_LENGTH)
          .with(
              "pattern",
              text(
                  "^[^\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a"
                      + "\\u2028\\u2029\\u202f\\u205f\\u3000]*$"));

  private static Schema ofType(String type) {
    return ANYTHING.with("type", text(type));
  }

  /** An object with these fields and no others. */
  static Schema closed(Field... fields) {
    return open(fields).with("additionalProperties", out -> out.value(false));
  }

  /** An object with these fields, and whatever else it has. */
  static Schema open(Field... fields) {
    List<JsonValue> required =
        Arrays.stream(fields).filter(Field::required).map(field -> text(field.name())).toList();
    Schema object = ANY_OBJECT.with("properties", out -> properties(out, fields));
    return required.isEmpty() ? object : object.with("required", array(required));
  }

  private static void properties(JsonWriter out, Field... fields) {
    out.beginObject();
    for (Field field : fields) {
      out.field(field.name(), field.schema().with("description", text(field.about())));
    }
    out.endObject();
  }

  static Schema listOf(Schema items) {
    return ofType("array").with("items", items);
  }

  /** An object with any names, and such values. */
  static Schema mapOf(Schema values) {
    return ANY_OBJECT.with("additionalProperties", values);
  }

  Schema length(int most) {
    return with("minLength", out -> out.value(1)).with("maxLength", out -> out.value(most));
  }

  Schema between(int least, int most) {
    return with("minimum", out -> out.value(least)).with("maximum", out -> out.value(most));
  }

  Schema atLeast(int least) {
    return with("minimum", out -> out.value(least));
  }

  Schema like(String example) {
    return like(text(example));
  }

  Schema like(JsonValue example) {
    return with("examples", array(List.of(example)));
  }

  Schema orNull() {
    var either = new LinkedHashMap<>(keywords);
    either.computeIfPresent("type", (_, type) -> array(List.of(type, text("null"))));
    return new Schema(either);
  }

  private Schema with(String keyword, JsonValue value) {
    var more = new LinkedHashMap<>(keywords);
    more.put(keyword, value);
    return new Schema(more);
  }

  static JsonValue text(String text) {
    return out -> out.value(text);
  }

  static JsonValue array(List<? extends JsonValue> values) {
    return out -> {
      out.beginArray();
      values.forEach(out::value);
      out.endArray();
    };
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject();
    keywords.forEach(out::field);
    out.endObject();
  }
}
