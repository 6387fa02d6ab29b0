package bub.bus.openrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** JSON Schema as its keywords, in order. */
record OpenRpcSchema(SequencedMap<String, JsonValue> keywords) implements JsonValue {
  static final OpenRpcSchema ANYTHING = new OpenRpcSchema(new LinkedHashMap<>());
  static final OpenRpcSchema TEXT = ofType("string");
  static final OpenRpcSchema INTEGER = ofType("integer");
  static final OpenRpcSchema BOOLEAN = ofType("boolean");
  static final OpenRpcSchema ANY_OBJECT = ofType("object");
  static final OpenRpcSchema TIME = TEXT.with("format", text("date-time"));
  static final OpenRpcSchema MESSAGE_ID = TEXT.length(MessageId.MAX_LENGTH);

  /** Address or pattern: no white space, no control characters. */
  static final OpenRpcSchema ADDRESS =
      TEXT.length(Address.MAX_LENGTH)
          .with(
              "pattern",
              text(
                  "^[^\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a"
                      + "\\u2028\\u2029\\u202f\\u205f\\u3000]*$"));

  private static OpenRpcSchema ofType(String type) {
    return ANYTHING.with("type", text(type));
  }

  /** Creates an object schema with these fields and no others. */
  static OpenRpcSchema closed(OpenRpcField... fields) {
    return open(fields).with("additionalProperties", out -> out.value(false));
  }

  /** Creates an object schema with these fields and any others. */
  static OpenRpcSchema open(OpenRpcField... fields) {
    List<JsonValue> required =
        Arrays.stream(fields)
            .filter(OpenRpcField::required)
            .map(field -> text(field.name()))
            .toList();
    OpenRpcSchema object = ANY_OBJECT.with("properties", out -> properties(out, fields));
    return required.isEmpty() ? object : object.with("required", array(required));
  }

  private static void properties(JsonWriter out, OpenRpcField... fields) {
    out.beginObject();
    for (OpenRpcField field : fields) {
      out.field(field.name(), field.schema().with("description", text(field.about())));
    }
    out.endObject();
  }

  static OpenRpcSchema listOf(OpenRpcSchema items) {
    return ofType("array").with("items", items);
  }

  static OpenRpcSchema mapOf(OpenRpcSchema values) {
    return ANY_OBJECT.with("additionalProperties", values);
  }

  /** Names the type, for generators of code. The same name always has the same fields. */
  OpenRpcSchema titled(String title) {
    return with("title", text(title));
  }

  OpenRpcSchema length(int most) {
    return with("minLength", out -> out.value(1)).with("maxLength", out -> out.value(most));
  }

  OpenRpcSchema between(int least, int most) {
    return with("minimum", out -> out.value(least)).with("maximum", out -> out.value(most));
  }

  OpenRpcSchema atLeast(int least) {
    return with("minimum", out -> out.value(least));
  }

  OpenRpcSchema like(String example) {
    return like(text(example));
  }

  OpenRpcSchema like(JsonValue example) {
    return with("examples", array(List.of(example)));
  }

  OpenRpcSchema orNull() {
    var either = new LinkedHashMap<>(keywords);
    either.computeIfPresent("type", (_, type) -> array(List.of(type, text("null"))));
    return new OpenRpcSchema(either);
  }

  private OpenRpcSchema with(String keyword, JsonValue value) {
    var more = new LinkedHashMap<>(keywords);
    more.put(keyword, value);
    return new OpenRpcSchema(more);
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
