package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.channel.http.MountedCall;
import bub.gateway.caller.CallerSlots;
import bub.gateway.caller.CallerSlots.Slot;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runner of requests that may take a while: it passes their news on, cancels them and limits their
 * number. Safe for any thread; calls block.
 */
final class RequestRunner {
  static final int MOST_OPEN = 128;
  static final int MOST_PER_CALLER = 32;
  private static final Logger LOG = LoggerFactory.getLogger(RequestRunner.class);
  private static final int CANCELLED = -32800;
  // A quick request gets a plain answer.
  private static final Duration QUICK = Duration.ofMillis(500);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

  /** Runs one request, on its own virtual thread. An interrupt means that nobody waits any more. */
  @FunctionalInterface
  interface RequestWork {
    McpAnswer run(RequestContext context) throws Exception;
  }

  private final RequestStates states;
  private final Duration patience;
  private final CallerSlots slots = new CallerSlots("open requests", MOST_OPEN, MOST_PER_CALLER);
  private final Set<RequestRun> runs = ConcurrentHashMap.newKeySet();

  /** {@code patience} limits the wait for an answer of the client. */
  RequestRunner(RequestStates states, Duration patience) {
    this.states = states;
    this.patience = patience;
  }

  /** {@code target} is the tool, the prompt or the URI of the request. */
  void run(
      McpRequester client,
      Message.Request request,
      String target,
      McpReplyStream reply,
      RequestWork work)
      throws Exception {
    run(client, request, target, reply, work, null);
  }

  /** Takes over a run that takes long; returns the result of the request. */
  @FunctionalInterface
  interface Handover {
    RawJson take(RequestRun run) throws HttpRefusal, InterruptedException;
  }

  /** {@code handover} is null for a request that waits for its answer. */
  void run(
      McpRequester client,
      Message.Request request,
      String target,
      McpReplyStream reply,
      RequestWork work,
      @Nullable Handover handover)
      throws Exception {
    var run = new RequestRun();
    begin(run, client, request.id(), answers(client, request, target), work);
    reply.whenGone(() -> leave(client, run));
    try {
      if (handover == null || !isHandedOver(request, run, reply, handover)) {
        write(client, request, run, reply, QUICK);
      }
    } catch (IOException gone) {
      leave(client, run);
      throw gone;
    }
  }

  private InputAnswers answers(McpRequester client, Message.Request request, String target)
      throws HttpRefusal, RpcException {
    return client.session() == null
        ? InputAnswers.read(StatelessEnvelope.params(request), states, client.caller().id(), target)
        : InputAnswers.NONE;
  }

  /** Nobody reads the answer. With sessions, only a notification cancels a request. */
  private static void leave(McpRequester client, RequestRun run) {
    if (client.session() == null) {
      run.abandon();
    } else {
      run.unread();
    }
  }

  /** Runs work whose first step does not block; the answer comes later, from any thread. */
  void start(
      McpRequester client,
      Message.Request request,
      String target,
      MountedCall call,
      McpReplyStream reply,
      AsyncWork work)
      throws HttpRefusal, RpcException {
    var run = new RequestRun();
    InputAnswers answers = answers(client, request, target);
    Running running = register(run, client, request.id(), answers);
    started(work, running.context())
        .whenComplete(
            (answer, failed) -> {
              run.finish(
                  answer == null
                      ? RequestRun.outcome(failed)
                      : new RequestRun.Event.Finished(answer));
              running.end().run();
            });
    reply.whenGone(() -> leave(client, run));
    Future<?> quick = call.later(run::announce, QUICK);
    run.whenNews(
        () -> {
          quick.cancel(false);
          follow(client, request, run, call, reply);
        });
  }

  private static CompletableFuture<McpAnswer> started(AsyncWork work, RequestContext context) {
    try {
      return work.start(context);
    } catch (RuntimeException failed) {
      return CompletableFuture.failedFuture(failed);
    }
  }

  /** Runs one request without blocking. */
  @FunctionalInterface
  interface AsyncWork {
    CompletableFuture<McpAnswer> start(RequestContext context);
  }

  /** Answers at once when the work has ended; a longer answer gets its own thread. */
  private static void follow(
      McpRequester client,
      Message.Request request,
      RequestRun run,
      MountedCall call,
      McpReplyStream reply) {
    if (run.onlyEnd() != null) {
      writeAll(client, request, run, call, reply);
    } else {
      Thread.ofVirtual().name("mcp-reply").start(() -> writeAll(client, request, run, call, reply));
    }
  }

  private static void writeAll(
      McpRequester client,
      Message.Request request,
      RequestRun run,
      MountedCall call,
      McpReplyStream reply) {
    try {
      write(client, request, run, reply, Duration.ZERO);
      call.end();
    } catch (IOException gone) {
      leave(client, run);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs work that no request waits for, unless {@code run} is cancelled. */
  void background(RequestRun run, McpRequester client, InputAnswers answers, RequestWork work)
      throws HttpRefusal, RpcException {
    begin(run, client, RequestId.NULL, answers, work);
  }

  private void begin(
      RequestRun run, McpRequester client, RequestId id, InputAnswers answers, RequestWork work)
      throws HttpRefusal, RpcException {
    Running running = register(run, client, id, answers);
    run.start(() -> work.run(running.context()), running.end());
  }

  /** Request with its place among the open ones, which {@code end} gives back. */
  private record Running(RequestContext context, Runnable end) {}

  private Running register(RequestRun run, McpRequester client, RequestId id, InputAnswers answers)
      throws HttpRefusal, RpcException {
    McpSession session = client.session();
    Slot slot = slots.take(client.caller().id());
    if (session != null && !session.begin(id, run)) {
      slot.close();
      throw new RpcException(
          RpcError.invalidRequest("a request with the id " + id + " is running"));
    }
    runs.add(run);
    var context = new RequestContext(client, run, answers, states, patience);
    return new Running(context, () -> ended(session, id, run, slot));
  }

  /** False when the answer is quick. Work that reports progress takes long. */
  private static boolean isHandedOver(
      Message.Request request, RequestRun run, McpReplyStream reply, Handover handover)
      throws IOException, HttpRefusal, InterruptedException {
    if (!run.detachUnlessEnded(QUICK)) {
      return false;
    }
    try {
      reply.end(new Message.Response(request.id(), handover.take(run)), 200);
    } catch (HttpRefusal refused) {
      run.cancel();
      throw refused;
    }
    return true;
  }

  private void ended(@Nullable McpSession session, RequestId id, RequestRun run, Slot slot) {
    slot.close();
    runs.remove(run);
    if (session != null) {
      session.end(id);
    }
  }

  /** A client without news gets a sign of life after {@code first}, and then now and then. */
  private static void write(
      McpRequester client,
      Message.Request request,
      RequestRun run,
      McpReplyStream reply,
      Duration first)
      throws IOException, InterruptedException {
    RawJson token = progressToken(request);
    Duration wait = first;
    while (true) {
      switch (run.next(wait)) {
        case RequestRun.Event.Progress progress -> {
          if (token != null) {
            reply.notification(
                "notifications/progress", NotificationWriter.progress(token, progress));
          }
        }
        case RequestRun.Event.Log log ->
            reply.notification("notifications/message", NotificationWriter.log(log));
        case RequestRun.Event.Ask(Message.Request question) -> reply.ask(question);
        case RequestRun.Event.Finished(McpAnswer answer) -> {
          RawJson result = client.results().of(answer);
          reply.end(new Message.Response(request.id(), result), 200);
          return;
        }
        case RequestRun.Event.Broken(Exception failure) -> {
          RpcError error = error(failure);
          int status = client.session() == null ? McpErrors.status(error) : 200;
          reply.end(new Message.Failure(request.id(), error), status);
          return;
        }
        case RequestRun.Event.Cancelled _ -> {
          var cancelled = RpcError.of(CANCELLED, "The request was cancelled.");
          reply.end(new Message.Failure(request.id(), cancelled), 200);
          return;
        }
        case null -> reply.keepAlive();
      }
      wait = SIGN_OF_LIFE;
    }
  }

  static RpcError error(Exception failure) {
    return switch (failure) {
      case RpcException refused -> refused.error();
      case InvalidField odd -> RpcError.invalidParams(String.valueOf(odd.getMessage()));
      case HttpRefusal refused ->
          RpcError.of(RpcError.INTERNAL_ERROR, refused.text()).because(refused.reason());
      default -> {
        LOG.error("A request failed", failure);
        yield RpcError.internalError();
      }
    };
  }

  private static @Nullable RawJson progressToken(Message.Request request) {
    RawJson meta = StatelessEnvelope.meta(request);
    RawJson token = meta == null ? null : meta.fields().find("progressToken");
    return token != null && (token.isString() || token.isInteger()) ? token : null;
  }

  void cancelAll() {
    runs.forEach(RequestRun::cancel);
  }
}
