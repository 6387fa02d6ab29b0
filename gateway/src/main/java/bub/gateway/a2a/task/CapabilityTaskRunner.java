package bub.gateway.a2a.task;

import bub.channel.http.HttpRefusal;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork.CapabilityWork;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CallerLobby;
import bub.gateway.lobby.CapabilityOrder;
import bub.gateway.lobby.LobbyCall;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.lobby.LobbyTypes;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks that are calls of capabilities, as the principal of the caller. Safe for any thread. */
public final class CapabilityTaskRunner {
  private static final Logger LOG = LoggerFactory.getLogger(CapabilityTaskRunner.class);
  private static final String INTERNAL = "Internal error. See the log of bub.";
  private static final int MOST_NOTES = 64;
  private static final int LONGEST_NOTE = 4_000;

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
    if (live.onStop(worker::interrupt)) {
      worker.start();
    }
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
    LobbyCall call = lobby.start(caller, LobbyTypes.REQUEST, order(work), new Progress(live)::take);
    if (call == null) {
      return tasks.settleAtOnce(
          live, task -> settled(task, A2aTaskState.FAILED, "The bus is not reachable."));
    }
    live.onStop(call.stop());
    return call.answer()
        .handle(
            (answer, failed) ->
                settle(
                    live,
                    task ->
                        failed == null
                            ? CapabilityOutcome.apply(task, work, answer.ack(), tasks.now())
                            : refused(task, failed)))
        .thenCompose(settling -> settling);
  }

  /** Runs on an event loop, which must not wait for a task that others are changing. */
  private CompletableFuture<A2aTask> settle(LiveTask live, Function<A2aTask, TaskChange> by) {
    return live.isStored()
        ? CompletableFuture.supplyAsync(
                () -> tasks.settleAtOnce(live, by),
                work -> Thread.ofVirtual().name("a2a-settle").start(work))
            .thenCompose(settling -> settling)
        : tasks.settleAtOnce(live, by);
  }

  private TaskChange refused(A2aTask task, Throwable failed) {
    Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
    if (cause instanceof HttpRefusal refusal) {
      A2aTaskState state = refusal.status() < 500 ? A2aTaskState.REJECTED : A2aTaskState.FAILED;
      return settled(task, state, refusal.text());
    }
    LOG.error("The task {} failed", task.id(), cause);
    return settled(task, A2aTaskState.FAILED, INTERNAL);
  }

  private TaskChange settled(A2aTask task, A2aTaskState state, String text) {
    return TaskChange.status(task.in(state, A2aTasks.said(task, text), tasks.now()));
  }

  private void run(LiveTask live, Caller caller, @Nullable RawJson answers) {
    CapabilityWork work = ((CapabilityWork) live.task().work()).answered(answers);
    try {
      if (!tasks.update(live, task -> working(task.doing(work)))) {
        return; // canceled in the meantime
      }
      Ack ack = lobby.ask(caller, LobbyTypes.REQUEST, order(work), new Progress(live)::take).ack();
      tasks.update(live, now -> CapabilityOutcome.apply(now, work, ack, tasks.now()));
    } catch (HttpRefusal refused) {
      boolean isTheirs = refused.status() < 500;
      tasks.settle(live, isTheirs ? A2aTaskState.REJECTED : A2aTaskState.FAILED, refused.text());
    } catch (IOException broken) {
      LOG.error("The task {} could not be stored: {}", live.task().id(), broken.getMessage());
      tasks.settle(live, A2aTaskState.FAILED, "The result could not be stored.");
    } catch (InterruptedException canceled) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException bug) {
      LOG.error("The task {} failed", live.task().id(), bug);
      tasks.settle(live, A2aTaskState.FAILED, INTERNAL);
    }
  }

  private TaskChange working(A2aTask task) {
    return TaskChange.status(task.in(A2aTaskState.WORKING, null, tasks.now()));
  }

  private static RawJson order(CapabilityWork work) {
    RawJson answers = work.answers();
    String state = answers == null ? null : work.requestState();
    return new CapabilityOrder(null, work.capability(), work.input(), answers, state).content();
  }

  /** News of a provider, which it may send on a thread that must not wait. */
  private final class Progress {
    private final LiveTask live;
    private final Queue<String> texts = new ArrayBlockingQueue<>(MOST_NOTES);

    Progress(LiveTask live) {
      this.live = live;
    }

    void take(Envelope news) {
      try {
        Fields response =
            news.payload().fields().object("content").fields().object("response").fields();
        String message = response.optionalString("message");
        String text = message == null ? response.without("status").toString() : message;
        boolean isLong = text.length() > LONGEST_NOTE;
        if (texts.offer(isLong ? text.substring(0, LONGEST_NOTE) + "…" : text)) {
          Thread.ofVirtual().name("a2a-progress").start(this::show);
        }
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

  /** Makes the call of a task again, with the same answers to the provider's questions. */
  void repeat(LiveTask live, Caller caller) {
    start(live, caller, ((CapabilityWork) live.task().work()).answers());
  }
}
