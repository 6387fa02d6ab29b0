package bub.gateway.hook;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.OutageLog;
import bub.client.store.AcceptedMessage;
import bub.client.store.Inbox;
import bub.client.store.InboxRetention;
import bub.client.store.Outbox;
import bub.client.store.OutboxLimits;
import bub.client.store.PutResult;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages of hooks on their way to the bus: the inbox accepts each delivery once, and the outbox
 * sends it until its recipient accepts it. Safe for any thread.
 */
final class HookMessages implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HookMessages.class);
  private static final InboxRetention RETENTION =
      new InboxRetention(1_000, 100_000, Duration.ofDays(7));
  private static final OutboxLimits LIMITS = new OutboxLimits(10_000, 64L << 20, 1_000);
  // So that the messages of one hook, whose recipient is away, do not keep those of others out.
  private static final long MOST_PER_HOOK = 1_000;
  private static final long MOST_BYTES_PER_HOOK = 8L << 20;
  private static final int FULL_RETRY_SECONDS = 10;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Ack SENT = Ack.ok("sent");

  private final Inbox inbox;
  private final Outbox outbox;
  private final ClientEnvironment environment;
  private final OutageLog outages;
  private final Thread worker;
  private volatile boolean isClosed;

  private HookMessages(Inbox inbox, Outbox outbox, ClientEnvironment environment) {
    this.inbox = inbox;
    this.outbox = outbox;
    this.environment = environment;
    this.outages = new OutageLog(LOG, "The store of hooks", environment.time());
    this.worker = Thread.ofVirtual().name("hooks").unstarted(this::sendAll);
  }

  static HookMessages open(Path state, BusClient client, ClientEnvironment environment)
      throws IOException, InterruptedException {
    Inbox inbox = Inbox.open(state.resolve("hooks-in.db"), RETENTION, environment.time());
    try {
      Outbox outbox = Outbox.open(state.resolve("hooks-out.db"), LIMITS, environment);
      outbox.onDeadLetter(
          letter ->
              LOG.warn(
                  "The message {} of {} to {} was given up: {}",
                  letter.envelope().messageId(),
                  letter.envelope().from(),
                  letter.envelope().to(),
                  letter.reason()));
      var messages = new HookMessages(inbox, outbox.deliverThrough(client), environment);
      messages.worker.start();
      return messages;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      inbox.close();
      throw failed;
    }
  }

  /** Succeeds when the message is on disk, now or by an earlier call. */
  Ack accept(Envelope envelope) throws InterruptedException {
    try {
      Outbox.Share waiting = outbox.shareOf(envelope.from());
      if (waiting.messages() >= MOST_PER_HOOK || waiting.bytes() >= MOST_BYTES_PER_HOOK) {
        return Ack.retryIn(
            FULL_RETRY_SECONDS,
            waiting.messages() + " messages of this hook wait for their recipient");
      }
    } catch (IOException broken) {
      return Ack.retryIn(1, "the outbox cannot be read");
    }
    return inbox.handle(envelope);
  }

  private void sendAll() {
    while (!isClosed) {
      try {
        AcceptedMessage next = inbox.take();
        while (!put(next)) {
          environment.time().sleep(PAUSE);
        }
        outages.recovered();
      } catch (IOException broken) {
        if (isClosed) {
          return;
        }
        outages.failed(String.valueOf(broken.getMessage()));
        pause();
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void pause() {
    try {
      environment.time().sleep(PAUSE);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** After a crash between the two steps, the same message is put again under the same id. */
  private boolean put(AcceptedMessage next) throws IOException, InterruptedException {
    switch (outbox.put(next.envelope())) {
      case PutResult.Stored _, PutResult.Duplicate _ -> {
        inbox.complete(next, SENT);
        return true;
      }
      case PutResult.Refused(String why) -> {
        outages.failed(why);
        return false;
      }
    }
  }

  @Override
  public void close() throws IOException {
    isClosed = true;
    worker.interrupt();
    try (inbox) {
      outbox.close();
    }
  }
}
