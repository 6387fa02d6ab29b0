package bub.client.store;

import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NotConnected;
import bub.client.OutageLog;
import bub.client.SendAttempt;
import bub.client.store.OutboxTables.OutboxMessage;
import bub.protocol.Address;
import bub.store.StoreDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivery of the messages for a destination, in order. Each destination has its own thread. */
final class OutboxDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxDelivery.class);
  // Well below the limit of the connection, which other calls share.
  private static final int MAX_IN_FLIGHT = 256;
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);
  private static final Duration FOREVER = Duration.ofDays(1_000);

  private final StoreDatabase database;
  private final BusClient client;
  private final ClientEnvironment environment;
  private final int maxDeadLetters;
  private final Consumer<DeadLetter> deadLetterListener;
  private final Set<Thread> resting = new HashSet<>();
  private final OutageLog outages;
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);

  OutboxDelivery(
      StoreDatabase database,
      BusClient client,
      ClientEnvironment environment,
      int maxDeadLetters,
      Consumer<DeadLetter> deadLetterListener) {
    this.database = database;
    this.client = client;
    this.environment = environment;
    this.maxDeadLetters = maxDeadLetters;
    this.deadLetterListener = deadLetterListener;
    this.outages = new OutageLog(LOG, "The outbox", environment.time());
  }

  /** Returns when no message waits or the client has stopped for good. */
  void deliverAll(Address destination) throws InterruptedException {
    int failures = 0;
    while (true) {
      switch (deliverFirst(destination)) {
        case null -> {
          return; // nothing waits
        }
        case SendAttempt.Delivered _, SendAttempt.Refused _ -> failures = 0;
        case SendAttempt.Retry(Duration atLeast, String why) ->
            failures = pause(destination, failures, atLeast, why);
        case SendAttempt.NoRecipient _ ->
            failures = pause(destination, failures, Duration.ZERO, "no peer is listening");
        case SendAttempt.Offline(_, boolean forGood) -> {
          if (forGood || !isConnectedAgain()) {
            return;
          }
        }
      }
    }
  }

  /** Returns the number of failures in a row. */
  private int pause(Address destination, int failures, Duration atLeast, String why)
      throws InterruptedException {
    LOG.debug("Messages to {} are waiting: {}", destination, why);
    boolean isProbe = rest(Backoff.REDELIVER.delay(failures, environment.chance(), atLeast));
    return isProbe ? 0 : failures + 1;
  }

  /** True when {@link #probe} ended the wait early. */
  private boolean rest(Duration duration) throws InterruptedException {
    Thread self = Thread.currentThread();
    synchronized (resting) {
      resting.add(self);
    }
    boolean isProbe = false;
    InterruptedException interrupted = null;
    try {
      environment.time().sleep(duration);
    } catch (InterruptedException woken) {
      interrupted = woken;
    }
    synchronized (resting) {
      isProbe = !resting.remove(self);
      if (isProbe) {
        Thread.interrupted(); // the probe's interrupt, in case it came just after the sleep
      }
    }
    if (interrupted != null && !isProbe) {
      throw interrupted;
    }
    return isProbe;
  }

  void probe() {
    synchronized (resting) {
      resting.forEach(Thread::interrupt);
      resting.clear();
    }
  }

  /** Null when no message waits. */
  private @Nullable SendAttempt deliverFirst(Address destination) throws InterruptedException {
    inFlight.acquire();
    try {
      // Read for each attempt, so that a waiting worker holds no message in memory.
      Optional<OutboxMessage> first = database.call(c -> OutboxTables.head(c, destination));
      if (first.isEmpty()) {
        return null;
      }
      OutboxMessage message = first.get();
      SendAttempt attempt = SendAttempt.send(client, message.envelope());
      switch (attempt) {
        case SendAttempt.Delivered _ ->
            database.call(c -> OutboxTables.remove(c, message.number()));
        case SendAttempt.Refused(String reason) -> bury(message, reason);
        case SendAttempt.Retry _, SendAttempt.NoRecipient _, SendAttempt.Offline _ -> {}
      }
      outages.recovered();
      return attempt;
    } catch (IOException broken) {
      outages.failed(String.valueOf(broken.getMessage()));
      return new SendAttempt.Retry(AFTER_DISK_FAILURE, "the disk failed");
    } finally {
      inFlight.release();
    }
  }

  private void bury(OutboxMessage message, String reason) throws IOException, InterruptedException {
    var letter = new DeadLetter(message.envelope(), reason, environment.time().now());
    int forgotten =
        database.call(
            c -> OutboxTables.bury(c, message.number(), reason, letter.at(), maxDeadLetters));
    LOG.warn("Message {} became a dead letter: {}", message.envelope().messageId(), reason);
    if (forgotten > 0) {
      LOG.warn("Deleted {} old dead letters: there were too many", forgotten);
    }
    try {
      deadLetterListener.accept(letter);
    } catch (RuntimeException thrown) {
      LOG.error("The dead letter listener failed", thrown);
    }
  }

  private boolean isConnectedAgain() throws InterruptedException {
    try {
      client.awaitConnected(FOREVER);
      return true;
    } catch (NotConnected never) {
      return false;
    }
  }
}
