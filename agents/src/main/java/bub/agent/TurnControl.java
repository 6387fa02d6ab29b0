package bub.agent;

import bub.agent.store.AgentStore;
import bub.client.CurrentCause;
import bub.protocol.trace.TraceId;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Control over the running turn. Each part of a turn has its own thread, so that the interrupt of a
 * stop cannot hit the work on the next message. Safe for any thread.
 */
final class TurnControl {
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final AgentStore store;
  private @Nullable RunningPart running;

  TurnControl(AgentStore store) {
    this.store = store;
  }

  private static final class RunningPart {
    private final TraceId trace;
    private final Thread thread;
    private boolean isStopped;

    RunningPart(TraceId trace, Runnable work) {
      this.trace = trace;
      this.thread = Thread.ofVirtual().name("turn").unstarted(work);
    }

    void stop() {
      isStopped = true;
      thread.interrupt();
    }
  }

  /** Returns null when the turn is stopped. One part at a time. */
  <T> @Nullable T run(TraceId trace, Callable<T> work) throws IOException, InterruptedException {
    var task = new FutureTask<>(CurrentCause.captureCall(work));
    var part = new RunningPart(trace, task);
    begin(part);
    try {
      // After begin: a stop is on disk before it looks for the running part.
      return !store.isStopped(trace) && starts(part) ? await(part, task) : null;
    } finally {
      end(part);
    }
  }

  private <T> @Nullable T await(RunningPart part, FutureTask<T> task)
      throws IOException, InterruptedException {
    try {
      T result = task.get();
      return end(part) ? null : result;
    } catch (ExecutionException failed) {
      if (end(part)) {
        return null;
      }
      throw failure(failed.getCause());
    } finally {
      // For an agent that closes: the work must end before the stores do.
      part.thread.interrupt();
      part.thread.join(FAREWELL);
    }
  }

  private static IOException failure(@Nullable Throwable cause) throws InterruptedException {
    return switch (cause) {
      case IOException broken -> broken;
      case InterruptedException interrupted -> throw interrupted;
      case RuntimeException bug -> throw bug;
      case Error serious -> throw serious;
      case null, default -> throw new IllegalStateException(cause);
    };
  }

  private synchronized void begin(RunningPart part) {
    running = part;
  }

  /** False when the part was stopped before: an interrupt would have no effect then. */
  private synchronized boolean starts(RunningPart part) {
    if (!part.isStopped) {
      part.thread.start();
    }
    return !part.isStopped;
  }

  /** True when the part was stopped. */
  private synchronized boolean end(RunningPart part) {
    running = null;
    return part.isStopped;
  }

  /** Stops the turn of this trace, now and after a restart, and deletes its alarms. */
  void stop(TraceId trace) throws IOException, InterruptedException {
    try {
      store.stop(trace);
    } finally {
      interrupt(trace);
    }
  }

  private synchronized void interrupt(TraceId trace) {
    RunningPart part = running;
    if (part != null && part.trace.equals(trace)) {
      part.stop();
    }
  }

  /** False when no turn runs. */
  boolean stopRunning() throws IOException, InterruptedException {
    TraceId trace = runningTrace();
    if (trace == null) {
      return false;
    }
    stop(trace);
    return true;
  }

  private synchronized @Nullable TraceId runningTrace() {
    return running == null ? null : running.trace;
  }
}
