package bub.client.store;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.KeyedWorkers;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.store.StoreDatabase;
import bub.store.StoreInUse;
import bub.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps messages on disk until they are delivered. Messages to one address are delivered in the
 * order they were put; addresses do not wait for each other. Safe for any thread; calls block for
 * the disk.
 */
public final class Outbox implements AutoCloseable {
  private final StoreDatabase database;
  private final OutboxLimits limits;
  private final ClientEnvironment environment;
  private volatile Consumer<DeadLetter> undertaker = _ -> {};
  private volatile @Nullable KeyedWorkers<Address, KeyedWorkers.Work> workers;

  private Outbox(StoreDatabase database, OutboxLimits limits, ClientEnvironment environment) {
    this.database = database;
    this.limits = limits;
    this.environment = environment;
  }

  public static Outbox open(Path file) throws IOException {
    return open(file, OutboxLimits.standard(), ClientEnvironment.system());
  }

  /**
   * Opens the file, and makes it where it is missing.
   *
   * @throws StoreInUse when another process has it open
   */
  public static Outbox open(Path file, OutboxLimits limits, ClientEnvironment environment)
      throws IOException {
    return new Outbox(StoreDatabase.open(file, OutboxTables.SCHEMA), limits, environment);
  }

  /**
   * Tells {@code listener} when a damaged file was replaced; see {@link StoreDatabase#onRepair}.
   */
  public Outbox onRepair(Consumer<StoreRepair> listener) {
    database.onRepair(listener);
    return this;
  }

  /** Told of each dead letter, once it is on disk; one that a crash cuts off is only listed. */
  public Outbox onDeadLetter(Consumer<DeadLetter> listener) {
    undertaker = listener;
    return this;
  }

  /** Begins to deliver, what waits from earlier first. Once. */
  public synchronized Outbox deliverThrough(BusClient client)
      throws IOException, InterruptedException {
    if (workers != null) {
      throw new IllegalStateException("this outbox has a client already");
    }
    // Set before the look at the disk: a message put meanwhile wakes its lane by itself.
    var delivery =
        new OutboxDelivery(
            database,
            client,
            environment,
            limits.deadLetters(),
            letter -> undertaker.accept(letter));
    client.onState(
        state -> {
          if (state instanceof ClientState.Connected) {
            delivery.probe();
          }
        });
    var all =
        new KeyedWorkers<Address, KeyedWorkers.Work>(
            "outbox", destination -> () -> delivery.deliverAll(destination), () -> {});
    workers = all;
    database.call(OutboxTables::destinations).forEach(all::wake);
    return this;
  }

  /**
   * Takes a message for delivery; when this returns {@code Stored}, not even a power cut can lose
   * it. Interrupted or failed, it may be in or not: put it again, under the same id.
   */
  public PutResult put(Envelope envelope) throws IOException, InterruptedException {
    if (envelope.payload().length() > BusClient.MAX_PAYLOAD) {
      return new PutResult.Refused("the payload has more than " + BusClient.MAX_PAYLOAD + " bytes");
    }
    var now = environment.time().now();
    PutResult result = database.call(c -> OutboxTables.put(c, envelope, limits, now));
    if (result instanceof PutResult.Stored) {
      wake(envelope.to());
    }
    return result;
  }

  private void wake(Address destination) {
    KeyedWorkers<Address, KeyedWorkers.Work> current = workers;
    if (current != null) {
      current.wake(destination);
    }
  }

  /** How many messages wait. */
  public long size() throws IOException, InterruptedException {
    return database.call(OutboxTables::total).messages();
  }

  /** The oldest messages that wait. */
  public List<Envelope> waiting(int limit) throws IOException, InterruptedException {
    return database.call(c -> OutboxTables.waiting(c, limit));
  }

  /** The newest dead letters, newest first. */
  public List<DeadLetter> deadLetters(int limit) throws IOException, InterruptedException {
    return database.call(c -> OutboxTables.deadLetters(c, limit));
  }

  public long deadLetterCount() throws IOException, InterruptedException {
    return database.call(OutboxTables::countDeadLetters);
  }

  /** Stops delivering; what waits stays on disk. */
  @Override
  public void close() throws IOException {
    KeyedWorkers<Address, KeyedWorkers.Work> current = workers;
    if (current != null) {
      current.stop();
    }
    database.close();
  }
}
