package bub.jsonrpc;

import bub.json.JsonValue;
import bub.jsonrpc.Message.Failure;
import bub.jsonrpc.Message.Response;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The one answer a request is owed. The first one given counts, from whichever thread. */
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
        // A result writes itself when it is sent; when it cannot, an answer is still owed.
        ErrorTranslator.report("request " + id, unwritable);
        out.accept(new Failure(id, RpcError.internalError()));
      }
    }
  }
}
