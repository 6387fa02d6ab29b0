package bub.gateway.a2a.task;

import bub.client.TimeSource;
import bub.client.lobby.LobbyClient;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork.CapabilityWork;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CapabilityCatalog;
import bub.protocol.Address;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls of capabilities that a restart of bub interrupted, and that the lobby has forgotten. A call
 * that does no harm the second time is repeated, as its caller; the others fail. Safe for any
 * thread.
 */
public final class InterruptedCalls implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final A2aTasks tasks;
  private final CapabilityTaskRunner runner;
  private final LobbyClient lobby;
  private final CapabilityCatalog catalog;
  private final BooleanSupplier isLocked;
  private final TimeSource time;
  private final Set<LiveTask> waiting = ConcurrentHashMap.newKeySet();
  // Bub keeps no tokens of its callers, so that a caller must show its token again.
  private final Map<Address, Caller> callers = new ConcurrentHashMap<>();
  private final Thread repeater = Thread.ofVirtual().name("a2a-repeat").unstarted(this::repeat);

  public InterruptedCalls(
      A2aTasks tasks,
      CapabilityTaskRunner runner,
      LobbyClient lobby,
      CapabilityCatalog catalog,
      BooleanSupplier isLocked,
      TimeSource time) {
    this.tasks = tasks;
    this.runner = runner;
    this.lobby = lobby;
    this.catalog = catalog;
    this.isLocked = isLocked;
    this.time = time;
  }

  /** Adds a call; do this before {@link #start}. */
  void add(LiveTask interrupted) {
    waiting.add(interrupted);
  }

  public void start() {
    if (!waiting.isEmpty()) {
      repeater.start();
    }
  }

  /** Remembers a caller whose calls may wait for it. Does not block. */
  public void seen(Caller caller) {
    if (waiting.isEmpty()) {
      return;
    }
    if (waiting.stream().anyMatch(task -> task.owner().equals(caller.id()))) {
      callers.put(caller.id(), caller);
    }
  }

  private void repeat() {
    Instant deadline = time.now().plus(LONGEST);
    try {
      while (!waiting.isEmpty()) {
        look(!time.now().isBefore(deadline));
        time.sleep(PAUSE);
      }
      callers.clear();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(boolean isLast) throws InterruptedException {
    Map<String, Repeatability> known = new HashMap<>();
    waiting.removeIf(task -> task.task().state().isTerminal()); // canceled in the meantime
    for (LiveTask task : List.copyOf(waiting)) {
      String capability = ((CapabilityWork) task.task().work()).capability();
      Repeatability repeatability = known.get(capability);
      if (repeatability == null) {
        repeatability = Repeatability.of(capability, lobby, catalog);
        known.put(capability, repeatability);
      }
      consider(task, capability, repeatability, isLast);
    }
  }

  private void consider(
      LiveTask task, String capability, Repeatability repeatability, boolean isLast) {
    Caller caller = caller(task.owner());
    if (repeatability == Repeatability.NEVER) {
      fail(
          task,
          "The work may be done already, and %s has neither readOnlyHint nor idempotentHint, so bub"
                  .formatted(capability)
              + " does not repeat the call. Check, then call again.");
    } else if (repeatability == Repeatability.NOW && caller != null) {
      waiting.remove(task);
      runner.repeat(task, caller);
    } else if (isLast) {
      fail(
          task,
          caller == null
              ? "bub repeats the call when you show your token again, such as with GetTask, but you"
                  + " did not within %d minutes. Call again.".formatted(LONGEST.toMinutes())
              : "No provider of %s was online for %d minutes. Call again when one is."
                  .formatted(capability, LONGEST.toMinutes()));
    }
  }

  private @Nullable Caller caller(Address owner) {
    boolean isLocal = owner.equals(Caller.LOCAL.id()) && !isLocked.getAsBoolean();
    return isLocal ? Caller.LOCAL : callers.get(owner);
  }

  private void fail(LiveTask task, String why) {
    waiting.remove(task);
    tasks.settle(task, A2aTaskState.FAILED, "bub restarted during the call. " + why);
  }

  @Override
  public void close() {
    repeater.interrupt();
  }
}
