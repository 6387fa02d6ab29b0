package bub.json;

/** Anything that can write itself as exactly one JSON value. */
@FunctionalInterface
public interface JsonValue {
  void writeTo(JsonWriter out);

  /** This value as checked, immutable bytes. */
  default RawJson toRaw() {
    var out = new JsonWriter();
    writeTo(out);
    return RawJson.trusted(out.toByteArray());
  }
}
