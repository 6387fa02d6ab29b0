package bub.agent;

import bub.agent.store.AgentStore;
import bub.agent.store.AgentStore.Alarm;
import bub.client.CurrentCause;
import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.Payload;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock that delivers the agent's messages to itself; it drops an alarm only after its message is
 * on disk in the inbox. Runs on one virtual thread.
 */
final class AlarmClock implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(AlarmClock.class);
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(5);
  private static final Duration LONGEST_NAP = Duration.ofMinutes(1); // the system clock may change

  private final AgentStore store;
  private final AgentMessageHandler handler;
  private final Address self;
  private final TimeSource time;
  private final StepReporter steps;
  private long news;

  AlarmClock(
      AgentStore store,
      AgentMessageHandler handler,
      Address self,
      TimeSource time,
      StepReporter steps) {
    this.store = store;
    this.handler = handler;
    this.self = self;
    this.time = time;
    this.steps = steps;
  }

  synchronized void look() {
    news++;
    notifyAll();
  }

  @Override
  public void run() {
    try {
      while (true) {
        try {
          ringOrWait();
        } catch (IOException | RuntimeException broken) {
          LOG.error("Could not deliver scheduled messages; retrying", broken);
          time.sleep(AFTER_TROUBLE);
        }
      }
    } catch (InterruptedException stopped) {
      // Alarms that are not due yet stay on disk.
    }
  }

  private void ringOrWait() throws IOException, InterruptedException {
    long seen = newsSoFar();
    Optional<Alarm> next = store.nextAlarm();
    Duration left =
        next.map(alarm -> Duration.between(time.now(), alarm.due())).orElse(LONGEST_NAP);
    if (next.isPresent() && !left.isPositive()) {
      ring(next.get());
    } else {
      nap(seen, left.compareTo(LONGEST_NAP) < 0 ? left : LONGEST_NAP);
    }
  }

  private synchronized long newsSoFar() {
    return news;
  }

  private synchronized void nap(long seen, Duration atMost) throws InterruptedException {
    if (news == seen) {
      TimeUnit.NANOSECONDS.timedWait(this, atMost.toNanos());
    }
  }

  private void ring(Alarm alarm) throws IOException, InterruptedException {
    var payload = new Payload(new AgentMessage(alarm.text()), self, alarm.due(), null);
    var message = new Envelope(self, self, alarm.id(), alarm.cause().addTo(payload.toRaw()));
    Duration waited = Duration.between(alarm.set(), time.now());
    // Before the first step of the turn that now begins.
    CurrentCause.run(
        TurnInput.causeOf(message, self),
        () -> new TurnSteps(steps, alarm.id(), time, 0).waited("schedule", waited));
    if (handler.handle(message).success()) {
      store.drop(alarm.id());
    } else {
      time.sleep(AFTER_TROUBLE);
    }
  }
}
