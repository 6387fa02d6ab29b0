package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Code that serves a method. What it throws becomes an error answer, through one translator. */
public sealed interface Handler {

  /** Answers before it returns. */
  @FunctionalInterface
  non-sealed interface Method extends Handler {
    JsonValue call(@Nullable RawJson params) throws Exception;
  }

  /** Answers when it is ready to, perhaps long after it returned. */
  @FunctionalInterface
  non-sealed interface Deferred extends Handler {
    void call(RequestId id, @Nullable RawJson params, Answer answer) throws Exception;
  }

  /** Takes a notification. */
  @FunctionalInterface
  interface Listener {
    void accept(@Nullable RawJson params) throws Exception;
  }
}
