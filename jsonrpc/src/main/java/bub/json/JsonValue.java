package bub.json;

/** Object that can write itself as exactly one JSON value. */
@FunctionalInterface
public interface JsonValue {
  void writeTo(JsonWriter out);

  default RawJson toRaw() {
    var out = new JsonWriter();
    writeTo(out);
    return RawJson.trusted(out.toByteArray());
  }
}
