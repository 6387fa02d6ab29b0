package bub.gateway.a2a.task;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.A2aPart;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork;
import bub.gateway.a2a.store.A2aTaskStore;
import bub.json.RawJson;
import bub.protocol.Address;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All tasks: those that are not over in memory, all of them on disk. Safe for any thread. */
public final class A2aTasks {
  private static final Logger LOG = LoggerFactory.getLogger(A2aTasks.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final A2aTaskStore store;
  private final A2aLimits limits;
  private final TimeSource time;
  private final Runnable pushes;
  private final EndedTasks ended;
  private final AtomicLong endedBytes = new AtomicLong();
  private final Map<String, LiveTask> live = new ConcurrentHashMap<>();

  /** {@code pushes} runs when notifications for webhooks wait. */
  public A2aTasks(A2aTaskStore store, A2aLimits limits, TimeSource time, Runnable pushes) {
    this.store = store;
    this.limits = limits;
    this.time = time;
    this.pushes = pushes;
    this.ended = new EndedTasks(store, time, pushes);
  }

  public Instant now() {
    return Instant.ofEpochMilli(time.now().toEpochMilli());
  }

  /** Loads the tasks that were not over when the last process ended. */
  Collection<LiveTask> load() throws IOException, InterruptedException {
    for (A2aTask task : store.open(limits.open())) {
      live.put(task.id(), new LiveTask(task, true));
    }
    return List.copyOf(live.values());
  }

  /**
   * Creates a task.
   *
   * @param isStored false for a task that nobody can know before it is settled
   */
  public LiveTask create(
      Address owner, String place, A2aMessage message, TaskWork work, boolean isStored)
      throws HttpRefusal, IOException, InterruptedException {
    String id = TimeOrderedId.next(time.now());
    String context = message.context();
    String known = context == null ? UUID.randomUUID().toString() : context;
    A2aTask task =
        new A2aTask(
                id,
                owner,
                place,
                known,
                A2aTaskState.SUBMITTED,
                null,
                now(),
                List.of(),
                List.of(),
                work)
            .with(message.within(id, known));
    requireSize(task);
    var created = new LiveTask(task, isStored);
    add(created, owner);
    try {
      if (isStored) {
        store.put(task, List.of());
      }
      return created;
    } catch (IOException | InterruptedException failed) {
      live.remove(id);
      throw failed;
    }
  }

  private synchronized void add(LiveTask created, Address owner) throws HttpRefusal {
    long own = live.values().stream().filter(task -> task.owner().equals(owner)).count();
    if (own >= limits.openPerCaller()) {
      throw full("You have " + own + " tasks that are not over. Finish or cancel some of them.");
    }
    if (live.size() >= limits.open()) {
      throw full("There are " + live.size() + " tasks that are not over, which is the limit.");
    }
    live.put(created.task().id(), created);
  }

  private static HttpRefusal full(String why) {
    return new HttpRefusal(429, "rate_limited", why, RETRY);
  }

  private void requireSize(A2aTask task) throws HttpRefusal {
    if (task.size() > limits.bytes()) {
      throw new HttpRefusal(
          413, "too_large", "The task would have more than " + limits.bytes() + " bytes.");
    }
  }

  /** Stores a task that was not worth a write to the disk until now. */
  public void keep(LiveTask known) throws IOException, InterruptedException {
    CompletableFuture<Boolean> stored;
    synchronized (known) {
      if (known.isStored()) {
        return;
      }
      known.stored();
      stored = store.putLater(known.task(), List.of()); // before all later changes
    }
    try {
      // Without the monitor, which an event loop may need to end the task.
      boolean _ = stored.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException broken
          ? broken
          : new IOException(failed.getCause());
    }
  }

  public @Nullable LiveTask live(String id) {
    return live.get(id);
  }

  /** Finds a task that is over, too. */
  public @Nullable A2aTask find(String id) throws IOException, InterruptedException {
    LiveTask known = live.get(id);
    if (known != null) {
      return known.shown();
    }
    A2aTask unstored = ended.find(id);
    return unstored == null ? store.find(id) : unstored;
  }

  public A2aTaskStore.Page page(A2aTaskStore.Query query) throws IOException, InterruptedException {
    return store.page(query);
  }

  /**
   * Adds the next message of a caller to a task that waits for it. Returns false when the task does
   * not wait: another message, or a cancel, came first.
   */
  public boolean proceed(LiveTask waiting, A2aMessage message)
      throws HttpRefusal, IOException, InterruptedException {
    synchronized (waiting) {
      A2aTask task = waiting.task();
      if (task.state() != A2aTaskState.INPUT_REQUIRED) {
        return false;
      }
      A2aTask next =
          task.with(message.within(task.id(), task.context()))
              .in(A2aTaskState.SUBMITTED, null, now());
      requireSize(next);
      return update(waiting, _ -> TaskChange.status(next));
    }
  }

  /** Applies a change unless the task is over or the change is null; returns true if it did. */
  boolean update(LiveTask changed, Function<A2aTask, @Nullable TaskChange> by)
      throws IOException, InterruptedException {
    synchronized (changed) {
      A2aTask before = changed.task();
      TaskChange change = before.state().isTerminal() ? null : by.apply(before);
      if (change == null) {
        return false;
      }
      change = limited(before, change);
      boolean isOnDisk = changed.isStored() || change.task().state().isSettled();
      if (isOnDisk && store.put(change.task(), change.pushed())) {
        pushes.run();
      }
      changed.publish(change, isOnDisk);
      if (change.task().state().isTerminal()) {
        live.remove(before.id());
        ended(change.task());
      }
      return true;
    }
  }

  /** False when a caller must wait until its task is on disk. */
  public boolean storesEndedTasksLater() {
    return ended.takesMore();
  }

  /**
   * Settles a task that nobody else knows yet, without blocking. The caller of a task that has
   * ended need not wait for the disk, because it gets the whole result. The future fails with an
   * {@link IOException}.
   */
  CompletableFuture<A2aTask> settleAtOnce(LiveTask changed, Function<A2aTask, TaskChange> by) {
    TaskChange change;
    List<RawJson> pushed;
    synchronized (changed) {
      A2aTask before = changed.task();
      if (before.state().isTerminal()) {
        return CompletableFuture.completedFuture(before);
      }
      change = limited(before, by.apply(before));
      pushed = changed.isStored() ? change.pushed() : List.of(); // a new task has no webhooks
      changed.publish(change, true);
    }
    A2aTask after = change.task();
    if (!after.state().isTerminal()) {
      return store
          .putLater(after, pushed)
          .thenApply(
              hasPushes -> {
                if (hasPushes) {
                  pushes.run();
                }
                return after;
              });
    }
    ended.add(after, pushed);
    live.remove(after.id());
    ended(after);
    return CompletableFuture.completedFuture(after);
  }

  private TaskChange limited(A2aTask before, TaskChange change) {
    if (change.task().size() <= limits.bytes()) {
      return change;
    }
    String text = "The answer has more than " + limits.bytes() + " bytes.";
    return TaskChange.status(before.in(A2aTaskState.FAILED, said(before, text), now()));
  }

  /** Ends a task with a sentence, even when the disk cannot take it at once. */
  void settle(LiveTask task, A2aTaskState state, String text) {
    try {
      update(task, now -> settled(now, state, text));
    } catch (IOException broken) {
      LOG.error("The task {} could not be stored: {}", task.task().id(), broken.getMessage());
      CompletableFuture<A2aTask> _ = settleAtOnce(task, now -> settled(now, state, text));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private TaskChange settled(A2aTask task, A2aTaskState state, String text) {
    return TaskChange.status(task.in(state, said(task, text), now()));
  }

  /** Tells readers of streams how the work goes, which is not worth a write to the disk. */
  void note(LiveTask working, String text) {
    synchronized (working) {
      A2aTask task = working.task();
      if (task.state() == A2aTaskState.WORKING) {
        A2aTask next = task.in(A2aTaskState.WORKING, said(task, text), now());
        working.publish(TaskChange.status(next), false);
      }
    }
  }

  static RawJson said(A2aTask task, String text) {
    return A2aMessage.ofAgent(
        UUID.randomUUID().toString(), task.context(), task.id(), List.of(A2aPart.text(text)));
  }

  /** Cancels a task; returns false when it is over. */
  public boolean cancel(LiveTask task) throws IOException, InterruptedException {
    Runnable stop;
    synchronized (task) {
      stop = task.takeStop();
      if (!update(task, now -> TaskChange.status(now.in(A2aTaskState.CANCELED, null, now())))) {
        return false;
      }
    }
    if (stop != null) {
      stop.run();
    }
    return true;
  }

  /** Removes a task whose answer was a message instead. */
  public void forget(LiveTask answered) throws IOException, InterruptedException {
    store.remove(answered.task().id());
  }

  /** Ends tasks that wait too long, and removes old ones. */
  public void sweep() throws IOException, InterruptedException {
    Instant now = now();
    for (LiveTask each : live.values()) {
      A2aTask task = each.task();
      boolean waits = task.state().isSettled();
      Duration longest = waits ? limits.age() : limits.working();
      if (task.updated().plus(longest).isBefore(now)) {
        Runnable stop = each.takeStop();
        settle(each, A2aTaskState.FAILED, waits ? "No answer came." : "The work took too long.");
        if (stop != null) {
          stop.run();
        }
      }
    }
    forgetOld();
  }

  private void forgetOld() throws IOException, InterruptedException {
    int removed = store.forget(now().minus(limits.age()), limits.kept(), limits.keptBytes());
    LOG.debug("{} old tasks were removed", removed);
  }

  /** Many large tasks must not fill the disk until the next sweep. */
  private void ended(A2aTask task) {
    if (endedBytes.addAndGet(task.size()) < limits.keptBytes() / 2) {
      return;
    }
    endedBytes.set(0);
    Thread.ofVirtual()
        .name("a2a-forget")
        .start(
            () -> {
              try {
                forgetOld();
              } catch (IOException broken) {
                LOG.warn("Old tasks were not removed: {}", broken.getMessage());
              } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Ends all streams, so that the process can stop. */
  public void endReaders() {
    live.values().forEach(LiveTask::endReaders);
  }
}
