package bub.gateway.a2a.task;

import bub.channel.http.HttpRefusal;
import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.A2aPart;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork.CapabilityWork;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CallerLobby;
import bub.gateway.lobby.LobbyCall;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks that are calls of capabilities, as the principal of the caller. Safe for any thread. */
public final class CapabilityTaskRunner {
  private static final Logger LOG = LoggerFactory.getLogger(CapabilityTaskRunner.class);
  private static final String INPUT_REQUIRED = "input_required";
  private static final Set<String> REJECTIONS =
      Set.of("invalid_input", "unauthorized", "capability_not_found", "loop_detected");

  private final A2aTasks tasks;
  private final CallerLobby lobby;

  public CapabilityTaskRunner(A2aTasks tasks, CallerLobby lobby) {
    this.tasks = tasks;
    this.lobby = lobby;
  }

  /** Calls the capability; {@code answers} has the results of the provider's questions, or null. */
  public void start(LiveTask live, Caller caller, @Nullable RawJson answers) {
    Thread worker =
        Thread.ofVirtual()
            .name("a2a-" + live.task().id())
            .unstarted(() -> run(live, caller, answers));
    live.onStop(worker::interrupt);
    worker.start();
  }

  /** True when {@link #startAtOnce} can call for this caller. */
  public boolean canStartAtOnce(Caller caller) {
    return lobby.canStart(caller);
  }

  /**
   * Calls the capability for a task that nobody else knows yet, without blocking. The future
   * completes when the task is settled, or fails with an {@link IOException}.
   */
  public CompletableFuture<A2aTask> startAtOnce(LiveTask live, Caller caller) {
    var work = (CapabilityWork) live.task().work();
    A2aTask now = live.task().in(A2aTaskState.WORKING, null, tasks.now());
    live.publish(new TaskChange(now, List.of(), List.of()), false); // nobody reads it yet
    LobbyCall call =
        lobby.start(caller, LobbyTypes.REQUEST, order(work, null), new Progress(live)::take);
    if (call == null) {
      return tasks.settleAtOnce(
          live, task -> settled(task, A2aTaskState.FAILED, "The bus is not reachable."));
    }
    live.onStop(call.stop());
    return call.answer()
        .handle(
            (ack, failed) ->
                tasks.settleAtOnce(
                    live,
                    task ->
                        failed == null
                            ? ended(task, work, ack, tasks.now())
                            : refused(task, failed)))
        .thenCompose(settling -> settling);
  }

  private TaskChange refused(A2aTask task, Throwable failed) {
    Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
    if (cause instanceof HttpRefusal refusal) {
      A2aTaskState state = refusal.status() < 500 ? A2aTaskState.REJECTED : A2aTaskState.FAILED;
      return settled(task, state, refusal.text());
    }
    LOG.error("The task {} failed", task.id(), cause);
    return settled(task, A2aTaskState.FAILED, "Internal error. See the log of bub.");
  }

  private TaskChange settled(A2aTask task, A2aTaskState state, String text) {
    return TaskChange.status(task.in(state, A2aTasks.said(task, text), tasks.now()));
  }

  private void run(LiveTask live, Caller caller, @Nullable RawJson answers) {
    var work = (CapabilityWork) live.task().work();
    try {
      tasks.update(live, now -> TaskChange.status(now.in(A2aTaskState.WORKING, null, tasks.now())));
      Ack ack =
          lobby.ask(caller, LobbyTypes.REQUEST, order(work, answers), new Progress(live)::take);
      tasks.update(live, now -> ended(now, work, ack, tasks.now()));
    } catch (HttpRefusal refused) {
      boolean isTheirs = refused.status() < 500;
      tasks.settle(live, isTheirs ? A2aTaskState.REJECTED : A2aTaskState.FAILED, refused.text());
    } catch (IOException broken) {
      LOG.error("The task {} could not be stored: {}", live.task().id(), broken.getMessage());
      tasks.settle(live, A2aTaskState.FAILED, "The result could not be stored.");
    } catch (InterruptedException canceled) {
      Thread.currentThread().interrupt();
    }
  }

  private static RawJson order(CapabilityWork work, @Nullable RawJson answers) {
    JsonWriter out = new JsonWriter();
    out.extended(
        work.input().fields().without("agent_id").fields().without("capability_name"),
        more -> {
          more.field("agent_id", "any").field("capability_name", work.capability());
          more.optional("input_responses", answers);
          more.optional("request_state", answers == null ? null : work.requestState());
        });
    return RawJson.trusted(out.toByteArray());
  }

  /** News of a provider, which it may send on a thread that must not wait. */
  private final class Progress {
    private final LiveTask live;
    private final Queue<String> texts = new ConcurrentLinkedQueue<>();

    Progress(LiveTask live) {
      this.live = live;
    }

    void take(Envelope news) {
      try {
        Fields response =
            news.payload().fields().object("content").fields().object("response").fields();
        String message = response.optionalString("message");
        texts.add(message == null ? response.without("status").toString() : message);
        Thread.ofVirtual().name("a2a-progress").start(this::show);
      } catch (InvalidField odd) {
        LOG.debug("Progress without a message: {}", odd.getMessage());
      }
    }

    private synchronized void show() {
      String text = texts.poll();
      if (text != null) {
        tasks.note(live, text);
      }
    }
  }

  private static TaskChange ended(A2aTask task, CapabilityWork work, Ack ack, Instant now) {
    Fields answer = ack.payload().fields();
    RawJson status = answer.find("status");
    if (status != null && status.isPlainly(INPUT_REQUIRED)) {
      return asking(task, work, answer, now);
    }
    if (!ack.success()) {
      String code = answer.optionalString("error_code");
      A2aTaskState state =
          code != null && REJECTIONS.contains(code) ? A2aTaskState.REJECTED : A2aTaskState.FAILED;
      return TaskChange.status(task.in(state, A2aTasks.said(task, problem(ack)), now));
    }
    RawJson output = answer.without("status").detached();
    JsonWriter out = new JsonWriter().beginObject().field("artifactId", LiveTask.ANSWER);
    out.field("name", work.capability()).name("parts").beginArray();
    out.value(A2aPart.data(output)).endArray();
    RawJson artifact = RawJson.trusted(out.endObject().toByteArray());
    A2aTask next = task.withArtifact(LiveTask.ANSWER, artifact);
    RawJson result = next.artifactEvent(artifact, false, true);
    next = next.in(A2aTaskState.COMPLETED, null, now);
    List<RawJson> events = List.of(result, next.statusEvent());
    return new TaskChange(next, events, events);
  }

  private static TaskChange asking(A2aTask task, CapabilityWork work, Fields answer, Instant now) {
    RawJson requests = answer.optionalObject("input_requests");
    var keys = new ArrayList<String>();
    var parts = new ArrayList<A2aPart>();
    if (requests != null) {
      Fields each = requests.fields();
      for (int i = 0; i < each.count(); i++) {
        keys.add(each.name(i));
        String text = question(each.value(i));
        if (text != null) {
          parts.add(A2aPart.text(text));
        }
      }
      JsonWriter data = new JsonWriter().beginObject().field("input_requests", requests);
      parts.add(A2aPart.data(RawJson.trusted(data.endObject().toByteArray())));
    } else {
      parts.add(A2aPart.text("The capability needs more input."));
    }
    RawJson message =
        A2aMessage.ofAgent(UUID.randomUUID().toString(), task.context(), task.id(), parts);
    A2aTask next =
        task.with(message).doing(work.asking(answer.optionalString("request_state"), keys));
    return TaskChange.status(next.in(A2aTaskState.INPUT_REQUIRED, message, now));
  }

  private static @Nullable String question(RawJson request) {
    RawJson params = request.isObject() ? request.fields().find("params") : null;
    RawJson text = params != null && params.isObject() ? params.fields().find("message") : null;
    return text != null && text.isString() ? text.asString() : null;
  }

  private static String problem(Ack ack) {
    var response = new ServiceResponse(ServiceResponse.ERROR, ack.payload());
    String error = response.error();
    var text = new StringBuilder(error == null ? ack.message() : error);
    response.violations().stream()
        .filter(violation -> !violation.path().isEmpty())
        .forEach(each -> text.append('\n').append(each.path()).append(": ").append(each.problem()));
    return text.toString();
  }

  /** Ends a call that a restart interrupted, because the lobby has forgotten it. */
  void resume(LiveTask live) {
    tasks.settle(live, A2aTaskState.FAILED, "bub restarted during the call. Call again.");
  }
}
