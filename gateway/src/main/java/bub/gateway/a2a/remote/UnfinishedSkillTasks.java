package bub.gateway.a2a.remote;

import bub.gateway.a2a.remote.store.SkillTaskStore;
import bub.gateway.a2a.remote.store.SkillTaskStore.SkillTask;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.trace.TraceId;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks of the skills of one remote agent that have not ended, on disk. When a restart of bub
 * interrupts a call, its caller gets the task by repeating the call, once; a task that nobody asks
 * for is canceled. Safe for any thread.
 */
final class UnfinishedSkillTasks {
  private static final Logger LOG = LoggerFactory.getLogger(UnfinishedSkillTasks.class);
  private static final int MOST_INTERRUPTED = 128;
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  /**
   * Call, as its caller may repeat it.
   *
   * @param input digest of the input
   */
  record Key(Address caller, String skill, String input) {
    static Key of(Address caller, String skill, RawJson input) {
      try {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(input.toByteArray());
        return new Key(caller, skill, HexFormat.of().formatHex(hash));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    boolean began(SkillTask task) {
      return equals(new Key(task.caller(), task.skill(), task.input()));
    }
  }

  private final RemoteAgentContext agent;
  private final SkillTaskStore store;
  // Tasks of the last process that nobody has asked for, the oldest first. Guarded by this.
  private final List<SkillTask> interrupted = new ArrayList<>();

  UnfinishedSkillTasks(RemoteAgentContext agent) {
    this.agent = agent;
    this.store = agent.store().skillTasks();
  }

  /** Reads the tasks of the last process; cancels those that are too old or too many. */
  void resume() throws IOException, InterruptedException {
    Instant oldest = agent.environment().time().now().minus(SkillTaskStore.LONGEST);
    int kept = 0;
    for (SkillTask task : store.of(agent.name())) {
      if (kept < MOST_INTERRUPTED && !task.at().isBefore(oldest)) {
        kept++;
        keep(task);
      } else {
        cancel(task.task());
      }
    }
    if (kept > 0) {
      agent.threads().start("a2a-interrupted", this::cancelLate);
    }
  }

  private synchronized void keep(SkillTask task) {
    interrupted.addFirst(task);
  }

  private void cancelLate() throws InterruptedException {
    agent.environment().time().sleep(LONGEST_WAIT);
    cancel(_ -> true);
  }

  /** Remembers a task. A full disk does not end the call, which then does not survive a restart. */
  void began(String task, Key key, TraceId trace) throws InterruptedException {
    Instant now = agent.environment().time().now();
    try {
      store.begin(
          agent.name(), new SkillTask(task, key.caller(), key.skill(), key.input(), trace, now));
    } catch (IOException broken) {
      LOG.warn("The remote task {} was not stored: {}", task, broken.getMessage());
    }
  }

  void ended(@Nullable String task) throws InterruptedException {
    try {
      if (task != null) {
        store.end(agent.name(), task);
      }
    } catch (IOException broken) {
      LOG.warn("The end of the remote task {} was not stored: {}", task, broken.getMessage());
    }
  }

  /** Gives the task of an interrupted call to its caller; null when there is none. */
  @Nullable String takeInterrupted(Key key) {
    List<SkillTask> taken = take(key::began, 1);
    return taken.isEmpty() ? null : taken.getFirst().task();
  }

  private synchronized List<SkillTask> take(Predicate<SkillTask> which, int most) {
    List<SkillTask> taken = interrupted.stream().filter(which).limit(most).toList();
    interrupted.removeAll(taken);
    return taken;
  }

  /** Cancels the interrupted tasks of a turn that was stopped. */
  void cancel(TraceId trace) {
    cancel(task -> trace.equals(task.trace()));
  }

  private void cancel(Predicate<SkillTask> which) {
    take(which, MOST_INTERRUPTED).forEach(task -> cancel(task.task()));
  }

  /** Cancels a task soon, and forgets it only then. */
  void cancel(String task) {
    agent
        .threads()
        .start(
            "a2a-cancel",
            () -> {
              agent.canceler().cancel(task);
              ended(task);
            });
  }
}
