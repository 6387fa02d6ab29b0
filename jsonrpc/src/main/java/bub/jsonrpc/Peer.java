package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.Handler.Listener;
import bub.jsonrpc.Incoming.Batch;
import bub.jsonrpc.Incoming.Malformed;
import bub.jsonrpc.Incoming.MalformedAnswer;
import bub.jsonrpc.Message.Failure;
import bub.jsonrpc.Message.Notification;
import bub.jsonrpc.Message.Request;
import bub.jsonrpc.Message.Response;
import bub.jsonrpc.Reply.Answered;
import bub.jsonrpc.Reply.Busy;
import bub.jsonrpc.Reply.Disconnected;
import bub.jsonrpc.Reply.Garbled;
import bub.jsonrpc.Reply.Rejected;
import bub.jsonrpc.Reply.TimedOut;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * End of a JSON-RPC connection; both ends can serve and call. Texts arrive on the link's thread,
 * and handlers run on the executor. Every method is safe for any thread.
 */
public final class Peer implements Link.Receiver {
  private static final int MAX_PENDING = 1_024;

  @FunctionalInterface
  public interface CloseListener {
    void closed(int code, String reason);
  }

  private final Link link;
  private final Codec codec;
  private final Responder responder;
  private final LongSupplier nanoTime;
  private final PendingCalls pending;
  private OpenBatches batches;
  private WaitingCalls waiting;
  private CloseListener onClosed = (_, _) -> {};

  public Peer(
      Link link, Codec codec, Executor handlers, LongSupplier nanoTime, int maxPendingCalls) {
    this.link = link;
    this.codec = codec;
    this.responder = new Responder(handlers);
    this.nanoTime = nanoTime;
    this.pending = new PendingCalls(maxPendingCalls);
    this.batches = new OpenBatches(link, MemoryGauge.UNLIMITED);
    this.waiting = new WaitingCalls(link, MemoryGauge.UNLIMITED);
  }

  /** Creates a peer whose handlers may block: each call runs on its own virtual thread. */
  public static Peer over(Link link) {
    return new Peer(
        link, Codec.standard(), Thread::startVirtualThread, System::nanoTime, MAX_PENDING);
  }

  // Setup: call these methods before start.

  public Peer serve(String method, Handler.Method handler) {
    responder.serve(method, handler);
    return this;
  }

  public Peer serveDeferred(String method, Handler.Deferred handler) {
    responder.serve(method, handler);
    return this;
  }

  /** Adds a listener for a notification. Listeners run in the order in which they were added. */
  public Peer listen(String method, Listener listener) {
    responder.listen(method, listener);
    return this;
  }

  /** Sets a check of each method name; an error that it returns becomes the answer. */
  public Peer guardedBy(Function<String, @Nullable RpcError> guard) {
    responder.guardedBy(guard);
    return this;
  }

  public Peer within(MemoryGauge memory) {
    batches = new OpenBatches(link, memory);
    waiting = new WaitingCalls(link, memory);
    return this;
  }

  public Peer whenClosed(CloseListener listener) {
    this.onClosed = listener;
    return this;
  }

  public Peer start() {
    link.open(this);
    return this;
  }

  public RawJson call(String method, @Nullable JsonValue params, Duration timeout)
      throws RpcException, CallFailed, InterruptedException {
    var reply = new CompletableFuture<Reply>();
    long id = reserveId();
    request(id, method, params, timeout, reply::complete);
    return switch (await(id, reply, timeout)) {
      case Answered(RawJson result) -> result;
      case Rejected(RpcError error) -> throw new RpcException(error);
      case Garbled failed -> throw new CallFailed(method, failed);
      case Busy failed -> throw new CallFailed(method, failed);
      case TimedOut failed -> throw new CallFailed(method, failed);
      case Disconnected failed -> throw new CallFailed(method, failed);
    };
  }

  private Reply await(long id, CompletableFuture<Reply> reply, Duration timeout)
      throws InterruptedException {
    try {
      return reply.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      pending.finish(id, new TimedOut());
      return reply.join();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } catch (InterruptedException interrupted) {
      pending.finish(id, new TimedOut());
      throw interrupted;
    }
  }

  /** Serves callers that must know the id before they send the call. */
  public long reserveId() {
    return pending.reserveId();
  }

  /** Calls back exactly once, on any thread. A late call ends only in {@link #expire}. */
  public void request(
      long id,
      String method,
      @Nullable JsonValue params,
      Duration timeout,
      Consumer<Reply> caller) {
    if (pending.isFull()) {
      caller.accept(new Busy("too many calls are waiting for an answer"));
    } else if (link.isCongested()) {
      caller.accept(new Busy("it does not read fast enough"));
    } else {
      // Write first: params that cannot be written throw here, before a pending call exists.
      JsonWriter out = JsonWriter.scratch();
      Message.writeRequest(out, id, method, params);
      pending.add(id, nanoTime.getAsLong() + timeout.toNanos(), caller);
      if (!link.send(out.buffer(), 0, out.length())) {
        pending.finish(id, new Disconnected("the link is closed"));
      }
    }
  }

  public void extend(long id, Duration timeout) {
    pending.extend(id, nanoTime.getAsLong() + timeout.toNanos());
  }

  /** Sends a notification. Returns false when it could not be sent. */
  public boolean notify(String method, @Nullable JsonValue params) {
    return !link.isCongested() && send(new Notification(method, params));
  }

  /** Ends the calls whose deadline has passed. The owner of this peer must call it periodically. */
  public void expire() {
    pending.expire(nanoTime.getAsLong());
  }

  public int pendingCalls() {
    return pending.size();
  }

  public void close(int code, String reason) {
    link.close(code, reason);
  }

  @Override
  public void onText(byte[] text) {
    Incoming incoming = codec.decode(text);
    if (waiting.mustWait(incoming)) {
      waiting.hold(text.length, () -> take(incoming, this::send));
    } else {
      take(incoming, this::send);
    }
  }

  @Override
  public void onCaughtUp() {
    waiting.resume();
  }

  /** Lets later calls wait, in order, until {@link #resumeCalls}. Link thread only. */
  public void pauseCalls() {
    waiting.pause();
  }

  /** Takes the calls that waited. Link thread only. */
  public void resumeCalls() {
    waiting.unpause();
  }

  public boolean isBehind() {
    return link.isBehind();
  }

  public boolean hasWaitingCalls() {
    return waiting.hasReady();
  }

  /** True while so many calls wait that the owner should stop reading from the other side. */
  public boolean isHoldingCalls() {
    return waiting.isFull();
  }

  private void take(Incoming incoming, Consumer<Message> out) {
    switch (incoming) {
      case Request request -> responder.answer(request, out);
      case Notification notification -> responder.hear(notification);
      case Response(RequestId id, JsonValue result) ->
          pending.finish(id.asNumber(), new Answered(result.toRaw()));
      case Failure(RequestId id, RpcError error) ->
          pending.finish(id.asNumber(), new Rejected(error));
      case MalformedAnswer(RequestId id, String problem) ->
          pending.finish(id.asNumber(), new Garbled(problem));
      case Malformed(RequestId id, RpcError error) -> out.accept(new Failure(id, error));
      case Batch(List<Incoming> entries) -> takeAll(entries);
    }
  }

  private void takeAll(List<Incoming> batch) {
    int owed = 0;
    for (Incoming entry : batch) {
      if (entry instanceof Request || entry instanceof Malformed) {
        owed++;
      }
    }
    takeEntries(batch, batches.begin(owed));
  }

  /** Entries beyond this turn's share wait like other calls. */
  private void takeEntries(List<Incoming> entries, BatchReplies replies) {
    for (int i = 0; i < entries.size(); i++) {
      if (i > 0 && waiting.mustPause()) {
        List<Incoming> rest = entries.subList(i, entries.size());
        waiting.holdFirst(() -> takeEntries(rest, replies));
        return;
      }
      take(entries.get(i), replies::add);
    }
  }

  @Override
  public void onClosed(int code, String reason) {
    // Notify the owner first, so that a caller whose call fails can already look up the reason.
    onClosed.closed(code, reason);
    batches.discard();
    waiting.discard();
    pending.close(reason);
  }

  private boolean send(Message message) {
    JsonWriter out = JsonWriter.scratch();
    message.writeTo(out);
    return link.send(out.buffer(), 0, out.length());
  }
}
