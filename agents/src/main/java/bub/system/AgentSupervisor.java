package bub.system;

import bub.client.CurrentCause;
import bub.protocol.Address;
import bub.protocol.message.SpawnResult;
import bub.protocol.trace.Causality;
import bub.system.AgentPhase.Down;
import bub.system.AgentPhase.Up;
import bub.system.session.AgentSession;
import bub.system.session.SessionStatus;
import bub.system.spawn.Spawner.AgentProcess;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Supervisor of one chat's agent. Safe for any thread; one virtual thread handles the events. */
final class AgentSupervisor {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSupervisor.class);
  private static final Duration FAREWELL = Duration.ofSeconds(5);
  private static final int MANY_EVENTS = 256;

  // Each request produces two messages, which must fit into the queue of the notifier.
  private static final int MANY_WAITING = 50;

  private final SystemContext context;
  private final AgentRecord agentRecord;
  private final AgentLifecycle lifecycle;
  // Methods that peers can trigger limit what they add; a process adds only a few events per run.
  private final BlockingDeque<LifecycleEvent> events = new LinkedBlockingDeque<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Thread thread;

  AgentSupervisor(SystemContext context, AgentSession session) {
    this.context = context;
    this.agentRecord = new AgentRecord(context, session);
    this.lifecycle = new AgentLifecycle(context, agentRecord, events::add);
    this.thread = Thread.ofVirtual().name("guardian-" + session.chat()).unstarted(this::work);
  }

  void start() {
    thread.start();
  }

  Address agent() {
    return agentRecord.session().clientId();
  }

  AgentSession session() {
    return agentRecord.session();
  }

  boolean hasProcess() {
    return !(lifecycle.phase() instanceof Down);
  }

  long residentBytes() {
    AgentProcess process = lifecycle.process();
    return process == null ? 0 : process.residentBytes();
  }

  String word() {
    SessionStatus status =
        lifecycle.phase() instanceof Up ? SessionStatus.RUNNING : SessionStatus.SPAWNING;
    return status.word();
  }

  /** False when too many requests wait already. */
  boolean want(Address requester) {
    if (waiting.incrementAndGet() > MANY_WAITING) {
      waiting.decrementAndGet();
      return false;
    }
    Causality cause = CurrentCause.get();
    return events.add(
        new LifecycleEvent.Wanted(
            result -> {
              waiting.decrementAndGet();
              CurrentCause.run(cause, () -> agentRecord.answer(requester, result));
            }));
  }

  /** Stops the agent of an operator, because the handover takes effect at its next start. */
  void belongTo(Address chat) throws IOException {
    if (!chat.equals(session().talkto())) {
      agentRecord.talkTo(chat);
      post(new LifecycleEvent.StopAsked("handed over to its chat", new CompletableFuture<>()));
    }
  }

  /** False when too many events wait already. */
  boolean post(LifecycleEvent event) {
    return events.size() < MANY_EVENTS && events.add(event);
  }

  /** Comes before all waiting events, and is never refused. */
  void urge(LifecycleEvent event) {
    events.addFirst(event);
  }

  void answerChat(SpawnResult result) {
    agentRecord.answerChat(result);
  }

  void tidyLog() {
    agentRecord.tidyLog();
  }

  /** The agent keeps running. */
  void leaveAlone() {
    thread.interrupt();
  }

  void awaitEnd() throws InterruptedException {
    thread.join(FAREWELL);
  }

  private void work() {
    try {
      while (true) {
        LifecycleEvent event = next();
        try {
          lifecycle.handle(event);
        } catch (RuntimeException bug) {
          LOG.error("Could not handle {} for {}", event, agent(), bug);
        }
      }
    } catch (InterruptedException closing) {
      LOG.debug("Stopped supervising {}", agent());
    }
  }

  private LifecycleEvent next() throws InterruptedException {
    Instant deadline = lifecycle.deadline();
    if (deadline == null) {
      return events.take();
    }
    long millis = Math.max(0, Duration.between(context.now(), deadline).toMillis());
    LifecycleEvent event = events.poll(millis + 1, TimeUnit.MILLISECONDS);
    return event == null ? new LifecycleEvent.TimeUp() : event;
  }
}
