package bub.system;

import bub.protocol.Address;
import bub.protocol.message.SpawnResult;
import bub.system.AgentPhase.Down;
import bub.system.AgentPhase.Rising;
import bub.system.AgentPhase.Up;
import bub.system.LifecycleEvent.ProcessWatcher;
import bub.system.session.SessionStatus;
import bub.system.spawn.AgentLaunch;
import bub.system.spawn.Spawner.AgentEnding;
import bub.system.spawn.Spawner.AgentProcess;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State machine of one agent. Supervisor thread only; any thread may read the phase. */
final class AgentLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLifecycle.class);

  /** First probe after a start, in case the agent's own report is lost. */
  private static final Duration UNHEARD = Duration.ofSeconds(5);

  /** First probe after a failure; the agent may be back before the failure is noticed. */
  private static final Duration BACK_ALREADY = Duration.ofSeconds(1);

  private final SystemContext context;
  private final AgentRecord agentRecord;
  private final Consumer<LifecycleEvent> events;
  private final AgentProbe probe;
  private volatile AgentPhase phase = new Down();
  private final SpawnCircuitBreaker breaker = new SpawnCircuitBreaker();
  private int run;
  private boolean holdsAPlace;

  AgentLifecycle(SystemContext context, AgentRecord agentRecord, Consumer<LifecycleEvent> events) {
    this.context = context;
    this.agentRecord = agentRecord;
    this.events = events;
    this.probe = new AgentProbe(context.client(), agent(), context.time());
  }

  private Address agent() {
    return agentRecord.session().clientId();
  }

  AgentPhase phase() {
    return phase;
  }

  @Nullable AgentProcess process() {
    return switch (phase) {
      case Down _ -> null;
      case Rising rising -> rising.process();
      case Up(AgentProcess process) -> process;
    };
  }

  /** Null for never. */
  @Nullable Instant deadline() {
    return switch (phase) {
      case Down _ -> null;
      case Rising rising -> rising.deadline();
      case Up _ -> agentRecord.idleAt();
    };
  }

  void handle(LifecycleEvent event) throws InterruptedException {
    switch (event) {
      case LifecycleEvent.Wanted(var answer) -> wanted(answer);
      case LifecycleEvent.Present _ -> present();
      case LifecycleEvent.Started(int of, var mark) when of == run -> agentRecord.runsAs(mark);
      case LifecycleEvent.Failing(int of, String why) when of == run -> failing(why);
      case LifecycleEvent.Ended(int of, AgentEnding ending) when of == run -> ended(ending);
      case LifecycleEvent.Started _,
          LifecycleEvent.Failing _,
          LifecycleEvent.Ended _ -> {} // of an earlier run
      case LifecycleEvent.StopAsked(String reason, var done) -> {
        breaker.reset();
        stop(reason);
        done.complete(null);
      }
      case LifecycleEvent.Resume _ -> resume();
      case LifecycleEvent.Fenced(String reason) -> fence(reason);
      case LifecycleEvent.Expire(Instant before) -> {
        if (phase instanceof Down) {
          agentRecord.expire(before);
        }
      }
      case LifecycleEvent.TimeUp _ -> timeUp();
    }
  }

  private void wanted(Consumer<SpawnResult> answer) throws InterruptedException {
    switch (phase) {
      case Down _ -> riseAgain(answer);
      case Rising rising -> rising.waiting().add(answer);
      case Up(AgentProcess process) -> awaitPresence(process, List.of(answer), Duration.ZERO);
    }
  }

  private void riseAgain(Consumer<SpawnResult> answer) throws InterruptedException {
    Duration wait = breaker.remaining(context.now());
    if (wait.isPositive()) {
      context.slots().release(agent());
      String error =
          "%s (%s); it cannot start again for %d s"
              .formatted(
                  SpawnRefusal.GIVEN_UP.words(),
                  agentRecord.session().life().exitReason(),
                  wait.toSeconds() + 1);
      answer.accept(new SpawnResult.Failed(agent(), error));
    } else {
      rise(List.of(answer));
    }
  }

  private void rise(List<Consumer<SpawnResult>> waiting) throws InterruptedException {
    if (!context.slots().acquire(agent())) {
      String error = SpawnRefusal.MAX_AGENTS.words();
      waiting.forEach(answer -> answer.accept(new SpawnResult.Failed(agent(), error)));
      return;
    }
    breaker.rising();
    context.starts().acquire();
    holdsAPlace = true;
    String objection = context.node().objection(agentRecord.chat());
    if (objection != null) {
      down(objection, waiting);
      return;
    }
    try {
      AgentLaunch launch = agentRecord.launch();
      agentRecord.spawning(launch);
      awaitPresence(context.spawner().start(launch, watcher()), waiting, UNHEARD);
    } catch (IOException failed) {
      LOG.error("Could not start {}", agent(), failed);
      String reason = "the start failed: " + SpawnErrors.words(failed);
      down(reason, waiting);
      if (waiting.isEmpty()) {
        agentRecord.tellFailed(reason);
      }
    }
  }

  /** Events of earlier processes are ignored from now on. */
  private ProcessWatcher watcher() {
    return new ProcessWatcher(++run, events);
  }

  private void awaitPresence(
      AgentProcess process, List<Consumer<SpawnResult>> waiting, Duration firstProbe) {
    var rising =
        new Rising(process, context.now().plus(context.settings().timeouts().spawn()), waiting);
    phase = rising;
    probe.start(
        firstProbe, () -> phase == rising, () -> events.accept(new LifecycleEvent.Present()));
  }

  private void present() {
    if (phase instanceof Rising rising) {
      leavePlace();
      phase = new Up(rising.process());
      breaker.up(context.now());
      agentRecord.running();
      rising.waiting().forEach(answer -> answer.accept(new SpawnResult.Running(agent())));
    }
  }

  private void failing(String why) {
    LOG.warn("Restarting {} after a failure: {}", agent(), why);
    agentRecord.spawningAgain(why);
    if (phase instanceof Up(AgentProcess process)) {
      awaitPresence(process, List.of(), BACK_ALREADY);
    }
  }

  private void ended(AgentEnding ending) {
    boolean isAnswered = phase instanceof Rising rising && !rising.waiting().isEmpty();
    down(ending.words(), waiting());
    switch (ending) {
      case AgentEnding.GivenUp(String words) -> {
        breaker.gaveUp(context.now());
        agentRecord.tellFailed(words);
      }
      case AgentEnding.Finished _, AgentEnding.Asked _ -> {
        if (!isAnswered) {
          agentRecord.tellStopped(ending.words());
        }
      }
    }
  }

  private void timeUp() throws InterruptedException {
    if (phase instanceof Rising rising) {
      Instant verdictAt = verdictAt();
      if (verdictAt.isAfter(context.now())) {
        rising.waitUntil(verdictAt);
      } else {
        long seconds = context.settings().timeouts().spawn().toSeconds();
        String reason = "it did not connect within " + seconds + " s";
        boolean isAnswered = !rising.waiting().isEmpty();
        halt(reason);
        if (!isAnswered) {
          agentRecord.tellFailed(reason);
        }
      }
    } else if (phase instanceof Up && agentRecord.isIdle()) {
      stop("idle");
    }
  }

  /** The spawn timeout starts only when the system agent itself is connected. */
  private Instant verdictAt() {
    Instant since = context.line().since();
    return (since == null ? context.now() : since).plus(context.settings().timeouts().spawn());
  }

  private void stop(String reason) throws InterruptedException {
    if (process() != null) {
      halt(reason);
      agentRecord.tellStopped(reason);
    }
  }

  /** Faster than a stop: another node may start the agent of this chat soon. */
  private void fence(String reason) throws InterruptedException {
    AgentProcess process = process();
    if (process != null) {
      run++; // ignore later events of this process
      process.kill();
      down(reason, waiting());
      agentRecord.tellStopped(reason);
    }
  }

  private void halt(String reason) throws InterruptedException {
    AgentProcess process = process();
    run++; // ignore later events of this process
    if (process != null) {
      process.stop();
    }
    down(reason, waiting());
  }

  private List<Consumer<SpawnResult>> waiting() {
    return phase instanceof Rising rising ? rising.waiting() : List.of();
  }

  private void down(String reason, List<Consumer<SpawnResult>> waiting) {
    leavePlace();
    phase = new Down();
    context.slots().release(agent());
    agentRecord.ended(reason);
    waiting.forEach(answer -> answer.accept(new SpawnResult.Failed(agent(), reason)));
  }

  private void leavePlace() {
    if (holdsAPlace) {
      holdsAPlace = false;
      context.starts().release();
    }
  }

  private void resume() throws InterruptedException {
    SessionStatus before = agentRecord.session().status();
    // The chat that requested an agent still in its start has no answer yet.
    List<Consumer<SpawnResult>> waiting =
        before == SessionStatus.SPAWNING ? List.of(agentRecord::answerChat) : List.of();
    AgentProcess process = adopt();
    if (process != null) {
      LOG.info("Adopted the running agent {}", agent());
      context.slots().occupy(agent());
      String objection = context.node().objection(agentRecord.chat());
      if (objection != null) {
        run++;
        process.kill();
        down(objection, waiting);
        return;
      }
      if (before == SessionStatus.STOPPED) {
        agentRecord.spawningAgain("found running");
      }
      awaitPresence(process, waiting, Duration.ZERO);
    } else if (before != SessionStatus.STOPPED) {
      boolean wasInUse = !agentRecord.isIdle();
      down("it ended while the system agent was not running", List.of());
      agentRecord.tellStopped("it ended while the system agent was not running");
      if (wasInUse) {
        rise(waiting); // its inbox may hold messages without an answer
      }
    } else {
      agentRecord.revoke();
    }
  }

  private @Nullable AgentProcess adopt() {
    try {
      return context
          .spawner()
          .adopt(agentRecord.launch(), agentRecord.session().life().process(), watcher());
    } catch (IOException unknown) {
      LOG.error("Could not determine whether {} is running", agent(), unknown);
      return null;
    }
  }
}
