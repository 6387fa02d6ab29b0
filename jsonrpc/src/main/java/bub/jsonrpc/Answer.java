package bub.jsonrpc;

import bub.json.JsonValue;
import bub.jsonrpc.Message.Failure;
import bub.jsonrpc.Message.Response;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Single answer to a request. Only the first result or error is sent, from any thread. */
public final class Answer {
  private final RequestId id;
  private final Consumer<Message> out;
  private final AtomicBoolean given = new AtomicBoolean();

  Answer(RequestId id, Consumer<Message> out) {
    this.id = id;
    this.out = out;
  }

  public void result(JsonValue result) {
    give(new Response(id, result));
  }

  public void error(RpcError error) {
    give(new Failure(id, error));
  }

  private void give(Message message) {
    if (given.compareAndSet(false, true)) {
      try {
        out.accept(message);
      } catch (RuntimeException | StackOverflowError unwritable) {
        // A result is written when it is sent. If that fails, the request still needs an answer.
        ErrorTranslator.report("request " + id, unwritable);
        out.accept(new Failure(id, RpcError.internalError()));
      }
    }
  }
}
