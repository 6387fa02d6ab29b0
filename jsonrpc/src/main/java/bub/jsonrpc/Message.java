package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** One JSON-RPC 2.0 message that travels alone. */
public sealed interface Message extends Incoming, JsonValue {

  /** A call that waits for an answer with the same id. */
  record Request(RequestId id, String method, @Nullable JsonValue params) implements Message {
    @Override
    public void writeTo(JsonWriter out) {
      begin(out).field("id", id).field("method", method).optional("params", params).endObject();
    }
  }

  /** A call that nobody answers, not even with an error. */
  record Notification(String method, @Nullable JsonValue params) implements Message {
    @Override
    public void writeTo(JsonWriter out) {
      begin(out).field("method", method).optional("params", params).endObject();
    }
  }

  /** The good answer to a request. */
  record Response(RequestId id, JsonValue result) implements Message {
    @Override
    public void writeTo(JsonWriter out) {
      begin(out).field("id", id).field("result", result).endObject();
    }
  }

  /** The bad answer to a request, or to something that was none ({@link RequestId#NULL}). */
  record Failure(RequestId id, RpcError error) implements Message {
    @Override
    public void writeTo(JsonWriter out) {
      begin(out).field("id", id).field("error", error).endObject();
    }
  }

  /** Writes a request without making one first: the hot path of every caller. */
  static void writeRequest(JsonWriter out, long id, String method, @Nullable JsonValue params) {
    begin(out).field("id", id).field("method", method).optional("params", params).endObject();
  }

  private static JsonWriter begin(JsonWriter out) {
    return out.beginObject().field("jsonrpc", "2.0");
  }
}
