package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** JSON-RPC 2.0 message outside of a batch. */
public sealed interface Message extends Incoming, JsonValue {

  record Request(RequestId id, String method, @Nullable JsonValue params) implements Message {
    @Override
    public void writeTo(JsonWriter out) {
      begin(out).field("id", id).field("method", method).optional("params", params).endObject();
    }
  }

  /** Call that gets no answer, not even an error. */
  record Notification(String method, @Nullable JsonValue params) implements Message {
    @Override
    public void writeTo(JsonWriter out) {
      begin(out).field("method", method).optional("params", params).endObject();
    }
  }

  record Response(RequestId id, JsonValue result) implements Message {
    @Override
    public void writeTo(JsonWriter out) {
      begin(out).field("id", id).field("result", result).endObject();
    }
  }

  /** Error answer to a request, or to an invalid message ({@link RequestId#NULL}). */
  record Failure(RequestId id, RpcError error) implements Message {
    @Override
    public void writeTo(JsonWriter out) {
      begin(out).field("id", id).field("error", error).endObject();
    }
  }

  /** Writes a request without creating a {@link Request}, because every call takes this path. */
  static void writeRequest(JsonWriter out, long id, String method, @Nullable JsonValue params) {
    begin(out).field("id", id).field("method", method).optional("params", params).endObject();
  }

  private static JsonWriter begin(JsonWriter out) {
    return out.beginObject().field("jsonrpc", "2.0");
  }
}
