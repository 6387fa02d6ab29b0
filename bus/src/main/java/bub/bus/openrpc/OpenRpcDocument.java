package bub.bus.openrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.ClientInfo;
import java.util.List;

/** OpenRPC document with all methods of one dialect. */
record OpenRpcDocument(String dialect, String path, String about, List<OpenRpcMethod> methods)
    implements JsonValue {
  private static final String OPENRPC = "1.3.2";
  private static final String HOW_TO_READ =
      " x-direction says who calls a method. The message of an error starts with the text given"
          + " here. Its data.reason, if present, is one of the listed values.";

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("openrpc", OPENRPC).name("info").beginObject();
    out.field("title", "bub bus, " + dialect + " dialect").field("version", ClientInfo.VERSION);
    out.field("description", about + HOW_TO_READ);
    out.name("license").beginObject().field("name", "Apache-2.0").endObject().endObject();
    out.name("servers").beginArray().beginObject().field("name", dialect);
    out.field("summary", "Default address of a bus.");
    out.field("url", "ws://127.0.0.1:7892" + path).endObject().endArray();
    var components = new SchemaComponents();
    List<RawJson> extracted =
        methods.stream().map(method -> components.extract(method.toRaw())).toList();
    out.field("methods", OpenRpcSchema.array(extracted));
    out.field("components", components).endObject();
  }
}
