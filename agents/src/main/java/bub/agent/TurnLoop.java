package bub.agent;

import bub.agent.TurnRunner.Equipment;
import bub.agent.TurnRunner.TurnResult;
import bub.client.CurrentCause;
import bub.client.OutageLog;
import bub.client.TimeSource;
import bub.client.store.AcceptedMessage;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loop that answers each message once, on one virtual thread. The order is store, outbox, complete;
 * a retry after a crash has the same ids.
 */
final class TurnLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(TurnLoop.class);
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(5);
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(2);
  private static final Ack ACCEPTED = Ack.ok("accepted");

  private final Equipment equipment;
  private final AgentStores stores;
  private final TurnRunner runner;
  private final BudgetNotices notices;
  private final TimeSource time;
  private final AtomicBoolean isBusy;
  private final OutageLog outages;

  TurnLoop(
      Equipment equipment,
      TurnRunner runner,
      BudgetNotices notices,
      TimeSource time,
      AtomicBoolean isBusy) {
    this.equipment = equipment;
    this.stores = equipment.stores();
    this.runner = runner;
    this.notices = notices;
    this.time = time;
    this.isBusy = isBusy;
    this.outages = new OutageLog(LOG, "Answering messages", time);
  }

  @Override
  public void run() {
    try {
      while (true) {
        Optional<AcceptedMessage> next = take();
        if (next.isPresent()) {
          answer(next.get());
        }
      }
    } catch (InterruptedException stopped) {
      // Unanswered messages are still in the inbox.
    }
  }

  /** Empty after a disk failure. */
  private Optional<AcceptedMessage> take() throws InterruptedException {
    try {
      return Optional.of(stores.inbox().take());
    } catch (IOException broken) {
      outages.failed(String.valueOf(broken.getMessage()));
      time.sleep(AFTER_DISK_FAILURE);
      return Optional.empty();
    } catch (RuntimeException bug) {
      LOG.error("Could not take a message; retrying", bug);
      time.sleep(AFTER_TROUBLE);
      return Optional.empty();
    }
  }

  private void answer(AcceptedMessage message) throws InterruptedException {
    Causality cause = TurnInput.causeOf(message.envelope(), equipment.self());
    isBusy.set(true);
    try {
      boolean isCompleted = false;
      while (!isCompleted) {
        isCompleted = CurrentCause.call(cause, () -> attempt(message, cause));
      }
    } finally {
      isBusy.set(false);
    }
  }

  /** False when the message must be tried again, so that a disk failure loses none. */
  private boolean attempt(AcceptedMessage message, Causality cause) throws InterruptedException {
    try {
      complete(message, Objects.requireNonNull(cause.trace()).trace());
      outages.recovered();
      return true;
    } catch (IOException broken) {
      outages.failed(String.valueOf(broken.getMessage()));
      time.sleep(AFTER_DISK_FAILURE);
    } catch (RuntimeException bug) {
      LOG.error("Could not answer a message; retrying", bug);
      time.sleep(AFTER_TROUBLE);
    }
    return false;
  }

  private void complete(AcceptedMessage message, TraceId trace)
      throws IOException, InterruptedException {
    TurnInput heard;
    try {
      heard = TurnInput.of(message.envelope());
    } catch (InvalidField newer) {
      LOG.error("Dropped a message that another version of bub stored", newer);
      String why = String.valueOf(newer.getMessage());
      equipment.aside().sayFailed(message.envelope(), why);
      stores.inbox().complete(message, Ack.failed(why));
      return;
    }
    if (isStopped(trace)) {
      LOG.info("Message {} gets no answer: its turn was stopped", heard.key().id());
      stores.inbox().complete(message, ACCEPTED);
      return;
    }
    TurnSteps steps = steps(heard);
    Optional<RawJson> earlier = stores.memory().answerTo(heard.key());
    TurnResult result =
        earlier.isPresent() ? new TurnResult(earlier.get(), null) : runner.run(heard, trace, steps);
    boolean isStopped = isStopped(trace);
    if (!isStopped) {
      reply(result, heard, message.envelope());
    }
    stores.inbox().complete(message, ACCEPTED);
    if (!isStopped) {
      runner.settle(trace, steps);
    }
    // After the answer, because a waiting chat takes the first text for the answer.
    notices.tell();
  }

  private boolean isStopped(TraceId trace) throws IOException, InterruptedException {
    return stores.memory().isStopped(trace);
  }

  private TurnSteps steps(TurnInput heard) {
    // The wait for a scheduled message is its first step.
    boolean isScheduled = heard.key().from().equals(equipment.self());
    return new TurnSteps(equipment.steps(), heard.key().id(), time, isScheduled ? 1 : 0);
  }

  private void reply(TurnResult result, TurnInput heard, Envelope message)
      throws IOException, InterruptedException {
    if (!result.answer().isNull()) {
      Envelope reply = Envelope.read(result.answer());
      // The current name: an agent of another name may have started this turn.
      stores
          .replies()
          .put(new Envelope(equipment.self(), reply.to(), reply.messageId(), reply.payload()));
      equipment.reporter().moved();
    }
    if (result.failure() != null && heard.isTyped()) {
      tellFailure(heard, message, result.failure());
    }
  }

  /** After the answer, because the chat shows the text of the answer. */
  private void tellFailure(TurnInput heard, Envelope message, String why)
      throws IOException, InterruptedException {
    if (heard.isDirect()) {
      stores.replies().put(heard.failure(equipment.self(), why, time.now()));
    } else {
      // Not stored: this sender may not be listening.
      equipment.aside().sayFailed(message, why);
    }
  }
}
