package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Handler.Listener;
import bub.jsonrpc.Message.Notification;
import bub.jsonrpc.Message.Request;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answering side of a peer: finds the handler of a request and runs it on the executor. */
final class Responder {
  private final Executor executor;
  private final Map<String, Handler> methods = new ConcurrentHashMap<>();
  private final Map<String, List<Listener>> listeners = new ConcurrentHashMap<>(2);
  private Function<String, @Nullable RpcError> guard = _ -> null;

  Responder(Executor executor) {
    this.executor = executor;
  }

  void serve(String method, Handler handler) {
    methods.put(method, handler);
  }

  void listen(String method, Listener listener) {
    listeners.computeIfAbsent(method, _ -> new CopyOnWriteArrayList<>()).add(listener);
  }

  void guardedBy(Function<String, @Nullable RpcError> guard) {
    this.guard = guard;
  }

  void answer(Request request, Consumer<Message> out) {
    var answer = new Answer(request.id(), out);
    RpcError refusal = guard.apply(request.method());
    Handler handler = methods.get(request.method());
    if (refusal != null) {
      answer.error(refusal);
    } else if (handler == null) {
      answer.error(RpcError.methodNotFound(request.method()));
    } else {
      executor.execute(() -> run(handler, request, answer));
    }
  }

  private static void run(Handler handler, Request request, Answer answer) {
    RawJson params = raw(request.params());
    try {
      switch (handler) {
        case Handler.Method method -> answer.result(method.call(params));
        case Handler.Deferred deferred -> deferred.call(request.id(), params, answer);
      }
    } catch (Throwable thrown) {
      // Catch errors too: the request still needs an answer, and other requests must continue.
      answer.error(ErrorTranslator.toError(request.method(), thrown));
    }
  }

  void hear(Notification notification) {
    List<Listener> all = listeners.get(notification.method());
    if (all != null) {
      // Use one task for all listeners: the executor might run several tasks in any order.
      executor.execute(() -> all.forEach(listener -> tell(listener, notification)));
    }
  }

  private static void tell(Listener listener, Notification notification) {
    try {
      listener.accept(raw(notification.params()));
    } catch (Exception thrown) {
      ErrorTranslator.report(notification.method(), thrown);
    }
  }

  private static @Nullable RawJson raw(@Nullable JsonValue params) {
    return params == null ? null : params.toRaw();
  }
}
