package bub.client.store;

import bub.client.MessageHandler;
import bub.client.OutageLog;
import bub.client.TimeSource;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.store.StoreDatabase;
import bub.store.StoreInUse;
import bub.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Durable inbox that accepts each message once and keeps it until it is completed. Safe for any
 * thread; calls block for the disk.
 *
 * <p>Pass it to {@code BusClient.serveEvery}, then {@code take} and {@code complete} in a loop.
 */
public final class Inbox implements MessageHandler, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
  private static final Ack ACCEPTED = Ack.ok("accepted");
  private static final int FULL_RETRY_SECONDS = 5;
  // Short, so that waiting senders continue soon after the disk recovers.
  private static final int DISK_RETRY_SECONDS = 1;

  private final StoreDatabase database;
  private final InboxRetention retention;
  private final TimeSource time;
  private final OutageLog outages;
  private final ReentrantLock taking = new ReentrantLock();
  private final Condition arrived = taking.newCondition();
  // In memory only: after a restart, uncompleted messages are taken again.
  private long lastTaken;

  private Inbox(StoreDatabase database, InboxRetention retention, TimeSource time) {
    this.database = database;
    this.retention = retention;
    this.time = time;
    this.outages = new OutageLog(LOG, "The inbox", time);
  }

  public static Inbox open(Path file) throws IOException {
    return open(file, InboxRetention.standard(), TimeSource.system());
  }

  /** Creates a missing file; throws {@link StoreInUse} when another process has it open. */
  public static Inbox open(Path file, InboxRetention retention, TimeSource time)
      throws IOException {
    return new Inbox(StoreDatabase.open(file, InboxTables.SCHEMA), retention, time);
  }

  /** Acks when the message is on disk; a duplicate gets the ack of the completed message. */
  @Override
  public Ack handle(Envelope envelope) throws InterruptedException {
    try {
      Ack ack = accept(envelope);
      outages.recovered();
      return ack;
    } catch (IOException broken) {
      // The sender must keep the message until the disk works again.
      outages.failed(String.valueOf(broken.getMessage()));
      return Ack.retryIn(DISK_RETRY_SECONDS, "the inbox cannot write to its disk");
    }
  }

  private Ack accept(Envelope envelope) throws IOException, InterruptedException {
    var now = time.now();
    return switch (database.call(c -> InboxTables.accept(c, envelope, ACCEPTED, retention, now))) {
      case InboxTables.Arrival.New _ -> {
        announce();
        yield ACCEPTED;
      }
      case InboxTables.Arrival.Known(Ack ack) -> ack;
      case InboxTables.Arrival.Full _ ->
          Ack.retryIn(
              FULL_RETRY_SECONDS,
              "the inbox is full: " + retention.pending() + " messages are waiting");
    };
  }

  private void announce() {
    taking.lock();
    try {
      arrived.signalAll();
    } finally {
      taking.unlock();
    }
  }

  /** Waits for the next message not yet taken since this inbox was opened. */
  public AcceptedMessage take() throws IOException, InterruptedException {
    taking.lockInterruptibly();
    try {
      while (true) {
        long after = lastTaken;
        List<AcceptedMessage> next = database.call(c -> InboxTables.pending(c, after, 1));
        if (!next.isEmpty()) {
          lastTaken = next.getFirst().number();
          return next.getFirst();
        }
        arrived.await();
      }
    } finally {
      taking.unlock();
    }
  }

  /** Oldest messages that are not completed yet, taken or not. */
  public List<AcceptedMessage> pending(int limit) throws IOException, InterruptedException {
    return database.call(c -> InboxTables.pending(c, 0, limit));
  }

  /** False when the message was completed before. */
  public boolean complete(AcceptedMessage message, Ack ack)
      throws IOException, InterruptedException {
    var now = time.now();
    return database.call(
        c -> {
          boolean first = InboxTables.complete(c, message.number(), ack, now);
          InboxTables.forget(c, retention, now);
          return first;
        });
  }

  /** Reports the replacement of a damaged file; see {@link StoreDatabase#onRepair}. */
  public Inbox onRepair(Consumer<StoreRepair> listener) {
    database.onRepair(listener);
    return this;
  }

  @Override
  public void close() throws IOException {
    database.close();
    announce(); // threads that wait for a message see the close
  }
}
