package bub.system;

import bub.protocol.Address;
import bub.system.AgentPhase.Down;
import bub.system.AgentPhase.Up;
import bub.system.session.AgentSession;
import bub.system.session.SessionStatus;
import bub.system.spawn.AgentProcess;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after one chat's agent, for as long as the system agent runs. Safe for any thread; what
 * there is to do happens on one virtual thread, one event after the other.
 */
final class AgentSupervisor {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSupervisor.class);
  private static final Duration FAREWELL = Duration.ofSeconds(5);
  private static final int MANY_EVENTS = 256;

  // Each has two answers, which must find room with the herald.
  private static final int MANY_WAITING = 50;

  private final SystemContext context;
  private final AgentRecord agentRecord;
  private final AgentLifecycle lifecycle;
  // Bounded where strangers add to it; the rest are a few for each run of a process.
  private final BlockingQueue<LifecycleEvent> events = new LinkedBlockingQueue<>();
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

  /** What a chat that asks now hears at once. */
  String word() {
    SessionStatus status =
        lifecycle.phase() instanceof Up ? SessionStatus.RUNNING : SessionStatus.SPAWNING;
    return status.word();
  }

  /** Asks for the agent on behalf of {@code requester}; false when too many wait already. */
  boolean want(Address requester) {
    if (waiting.incrementAndGet() > MANY_WAITING) {
      waiting.decrementAndGet();
      return false;
    }
    return events.add(
        new LifecycleEvent.Wanted(
            result -> {
              waiting.decrementAndGet();
              agentRecord.answer(requester, result);
            }));
  }

  /** Gives the agent to its chat, which an operator had it start without. */
  void belongTo(Address chat) throws IOException {
    if (!chat.equals(session().talkto())) {
      agentRecord.talkTo(chat);
      post(new LifecycleEvent.StopAsked("its chat asks for it", new CompletableFuture<>()));
    }
  }

  /** Takes notice of an event, unless there are too many of them already. */
  boolean post(LifecycleEvent event) {
    return events.size() < MANY_EVENTS && events.add(event);
  }

  void tidyLog() {
    agentRecord.tidyLog();
  }

  /** Ends the thread; the agent goes on. */
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
          LOG.error("{} was not handled for {}", event, agent(), bug);
        }
      }
    } catch (InterruptedException closing) {
      LOG.debug("{} is no longer looked after", agent());
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
