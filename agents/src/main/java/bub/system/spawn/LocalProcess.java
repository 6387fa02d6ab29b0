package bub.system.spawn;

import bub.client.TimeSource;
import bub.system.spawn.Spawner.AgentEnding;
import bub.system.spawn.Spawner.AgentProcess;
import bub.system.spawn.Spawner.AgentWatcher;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Process of one agent, restarted after a failure. Runs on one virtual thread. */
final class LocalProcess implements AgentProcess {
  private static final Logger LOG = LoggerFactory.getLogger(LocalProcess.class);
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  interface Starter {
    SessionLeader start() throws IOException;
  }

  private final Starter starter;
  private final AgentWatcher watcher;
  private final RestartPolicy policy;
  private final FailureCounter failures;
  private final TimeSource time;
  private final Consumer<LocalProcess> whenOver;
  private final Thread thread;
  private final CountDownLatch stopAsked = new CountDownLatch(1);
  private volatile SessionLeader leader;

  LocalProcess(
      Starter starter,
      SessionLeader first,
      SpawnSettings settings,
      AgentWatcher watcher,
      Consumer<LocalProcess> whenOver) {
    this.starter = starter;
    this.leader = first;
    this.watcher = watcher;
    this.policy = settings.restarts();
    this.failures = new FailureCounter(policy);
    this.time = settings.time();
    this.whenOver = whenOver;
    this.thread =
        Thread.ofVirtual().name("process-" + first.mark().pid()).unstarted(this::supervise);
  }

  void start() {
    thread.start();
  }

  private void supervise() {
    try {
      AgentEnding ending;
      do {
        watcher.started(leader.mark());
        ending = afterwards(leader.awaitExit(time));
      } while (ending == null);
      whenOver.accept(this);
      watcher.ended(ending);
    } catch (InterruptedException leftAlone) {
      LOG.debug("Stopped watching process {}", leader.mark().pid());
    }
  }

  /** Null when another process was started. */
  private @Nullable AgentEnding afterwards(ProcessExit exit) throws InterruptedException {
    if (!leader.tree().end(policy.grace(), time)) {
      LOG.error("Process {} left child processes that could not be killed", leader.mark().pid());
    }
    if (isStopAsked()) {
      return new AgentEnding.Asked();
    }
    if (exit.isInOrder()) {
      return new AgentEnding.Finished(exit.words());
    }
    return restart(exit.words());
  }

  private @Nullable AgentEnding restart(String why) throws InterruptedException {
    String problem = why;
    while (failures.add(time.now())) {
      watcher.failing(problem);
      if (awaitStopAsked(failures.delay())) {
        return new AgentEnding.Asked();
      }
      try {
        return startNext() ? null : new AgentEnding.Asked();
      } catch (IOException failed) {
        problem = "the start failed: " + failed.getMessage();
      }
    }
    return new AgentEnding.GivenUp(failures.words() + "; last failure: " + problem);
  }

  /** False when a stop was requested. */
  private synchronized boolean startNext() throws IOException {
    if (isStopAsked()) {
      return false;
    }
    leader = starter.start();
    return true;
  }

  private boolean isStopAsked() {
    return stopAsked.getCount() == 0;
  }

  private boolean awaitStopAsked(Duration atMost) throws InterruptedException {
    return stopAsked.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() throws InterruptedException {
    end(policy.grace());
  }

  @Override
  public void kill() throws InterruptedException {
    end(Duration.ZERO);
  }

  private void end(Duration grace) throws InterruptedException {
    ProcessTree tree;
    synchronized (this) {
      stopAsked.countDown();
      tree = leader.tree();
    }
    if (!tree.end(grace, time)) {
      LOG.error("Could not kill process {}", tree.leader().pid());
    }
    thread.join(FAREWELL);
  }

  @Override
  public long residentBytes() {
    return ProcessTable.residentBytes(leader.mark().pid());
  }

  /** The process keeps running. */
  void leaveAlone() {
    thread.interrupt();
  }

  /** Recent failures of one agent. One thread at a time. */
  static final class FailureCounter {
    private final RestartPolicy policy;
    private final Deque<Instant> recent = new ArrayDeque<>();

    FailureCounter(RestartPolicy policy) {
      this.policy = policy;
    }

    /** False when the limit is reached. */
    boolean add(Instant now) {
      while (!recent.isEmpty() && recent.getFirst().isBefore(now.minus(policy.window()))) {
        recent.removeFirst();
      }
      recent.addLast(now);
      return recent.size() < policy.failures();
    }

    Duration delay() {
      return policy.delay(recent.size() - 1);
    }

    String words() {
      return recent.size() + " failures within " + policy.window().toSeconds() + " s";
    }
  }
}
