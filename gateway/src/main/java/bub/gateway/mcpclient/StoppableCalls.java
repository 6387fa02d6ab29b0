package bub.gateway.mcpclient;

import bub.client.MessageHandler;
import bub.client.lobby.CallRefused;
import bub.client.lobby.NeedsInput;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import bub.protocol.trace.TraceParent;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Running calls by turn, so that the end of a turn ends its calls. Safe for any thread. */
final class StoppableCalls implements MessageHandler {
  private final Map<TraceId, Set<Thread>> running = new ConcurrentHashMap<>();
  private volatile Consumer<TraceId> listener = _ -> {};

  /** {@code next} ends what no thread waits for. */
  void onStop(Consumer<TraceId> next) {
    listener = next;
  }

  /** Work that an interrupt ends. */
  interface Work {
    RawJson run() throws McpFailure, RpcException, CallRefused, NeedsInput, InterruptedException;
  }

  RawJson call(@Nullable TraceParent turn, Work work)
      throws McpFailure, RpcException, CallRefused, NeedsInput, InterruptedException {
    if (turn == null) {
      return work.run();
    }
    TraceId trace = turn.trace();
    Thread current = Thread.currentThread();
    running.compute(
        trace,
        (_, threads) -> {
          Set<Thread> all = threads == null ? ConcurrentHashMap.newKeySet() : threads;
          all.add(current);
          return all;
        });
    try {
      return work.run();
    } finally {
      running.computeIfPresent(
          trace,
          (_, threads) -> {
            threads.remove(current);
            return threads.isEmpty() ? null : threads;
          });
      // A stop that came too late must not end the work that this thread does next.
      Thread.interrupted();
    }
  }

  @Override
  public Ack handle(Envelope notice) {
    if (!notice.from().equals(TraceOrder.ADDRESS)) {
      return Ack.failed("only the bus stops turns");
    }
    try {
      TraceId trace = TraceNotice.read(notice.payload()).trace();
      running.computeIfPresent(
          trace,
          (_, threads) -> {
            threads.forEach(Thread::interrupt);
            return threads;
          });
      listener.accept(trace);
      return Ack.ok("stopped");
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
  }
}
