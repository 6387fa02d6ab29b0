package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Code that serves a method. One translator turns its exceptions into error answers. */
public sealed interface Handler {

  /** Handler that answers before it returns. */
  @FunctionalInterface
  non-sealed interface Method extends Handler {
    JsonValue call(@Nullable RawJson params) throws Exception;
  }

  /** Handler that may answer after it has returned. */
  @FunctionalInterface
  non-sealed interface Deferred extends Handler {
    void call(RequestId id, @Nullable RawJson params, Answer answer) throws Exception;
  }

  @FunctionalInterface
  interface Listener {
    void accept(@Nullable RawJson params) throws Exception;
  }
}
