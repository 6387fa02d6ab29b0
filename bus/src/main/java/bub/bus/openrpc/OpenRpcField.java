package bub.bus.openrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;

/** Named value: a param, a result, or a property of an object. As JSON, a content descriptor. */
record OpenRpcField(String name, OpenRpcSchema schema, String about, boolean required)
    implements JsonValue {

  static OpenRpcField required(String name, OpenRpcSchema schema, String about) {
    return new OpenRpcField(name, schema, about, true);
  }

  /** Creates a field that the bus reads: null is the same as absent. */
  static OpenRpcField optional(String name, OpenRpcSchema schema, String about) {
    return new OpenRpcField(name, schema.orNull(), about, false);
  }

  /** Creates a field that the bus writes: never null, but sometimes absent. */
  static OpenRpcField whenKnown(String name, OpenRpcSchema schema, String about) {
    return new OpenRpcField(name, schema, about, false);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("description", about);
    out.field("required", required).field("schema", schema).endObject();
  }
}
