package bub.client.store;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.CurrentCause;
import bub.client.KeyedWorkers;
import bub.client.PayloadCheck;
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

/** Durable outbox, in order per address. Safe for any thread; calls block for the disk. */
public final class Outbox implements AutoCloseable {
  private final StoreDatabase database;
  private final OutboxLimits limits;
  private final ClientEnvironment environment;
  private volatile Consumer<DeadLetter> deadLetterListener = _ -> {};
  private volatile @Nullable KeyedWorkers<Address, KeyedWorkers.Work> workers;

  private Outbox(StoreDatabase database, OutboxLimits limits, ClientEnvironment environment) {
    this.database = database;
    this.limits = limits;
    this.environment = environment;
  }

  public static Outbox open(Path file) throws IOException {
    return open(file, OutboxLimits.standard(), ClientEnvironment.system());
  }

  /** Creates a missing file; throws {@link StoreInUse} when another process has it open. */
  public static Outbox open(Path file, OutboxLimits limits, ClientEnvironment environment)
      throws IOException {
    return new Outbox(StoreDatabase.open(file, OutboxTables.SCHEMA), limits, environment);
  }

  /** Reports the replacement of a damaged file; see {@link StoreDatabase#onRepair}. */
  public Outbox onRepair(Consumer<StoreRepair> listener) {
    database.onRepair(listener);
    return this;
  }

  /** Reports a dead letter after it is on disk; after a crash in between, it is only listed. */
  public Outbox onDeadLetter(Consumer<DeadLetter> listener) {
    deadLetterListener = listener;
    return this;
  }

  /** Delivers oldest messages first. Call it once. */
  public synchronized Outbox deliverThrough(BusClient client)
      throws IOException, InterruptedException {
    if (workers != null) {
      throw new IllegalStateException("this outbox already has a client");
    }
    // Before reading the disk: a message that is put in the meantime wakes its own worker.
    var delivery =
        new OutboxDelivery(
            database,
            client,
            environment,
            limits.deadLetters(),
            letter -> deadLetterListener.accept(letter));
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
   * Stores a message with the {@link CurrentCause}. {@code Stored} survives a power cut. After an
   * exception, put again under the same id.
   */
  public PutResult put(Envelope envelope) throws IOException, InterruptedException {
    String problem = PayloadCheck.problem(envelope.payload());
    if (problem != null) {
      return new PutResult.Refused(problem);
    }
    var now = environment.time().now();
    Envelope caused = CurrentCause.addTo(envelope);
    PutResult result = database.call(c -> OutboxTables.put(c, caused, limits, now));
    if (result instanceof PutResult.Stored) {
      wake(envelope.to());
    }
    return result;
  }

  /** Takes over the messages of an earlier agent with another id; call it before delivery. */
  public void adopt(Address sender) throws IOException, InterruptedException {
    database.call(c -> OutboxTables.adopt(c, sender));
  }

  private void wake(Address destination) {
    KeyedWorkers<Address, KeyedWorkers.Work> current = workers;
    if (current != null) {
      current.wake(destination);
    }
  }

  public long size() throws IOException, InterruptedException {
    return database.call(OutboxTables::total).messages();
  }

  /** Number and bytes of the waiting messages of one sender. */
  public record Share(long messages, long bytes) {}

  public Share shareOf(Address sender) throws IOException, InterruptedException {
    return database.call(c -> OutboxTables.shareOf(c, sender));
  }

  public List<Envelope> waiting(int limit) throws IOException, InterruptedException {
    return database.call(c -> OutboxTables.waiting(c, limit));
  }

  /** Newest first. */
  public List<DeadLetter> deadLetters(int limit) throws IOException, InterruptedException {
    return database.call(c -> OutboxTables.deadLetters(c, limit));
  }

  public long deadLetterCount() throws IOException, InterruptedException {
    return database.call(OutboxTables::countDeadLetters);
  }

  /** Waiting messages stay on disk. */
  @Override
  public void close() throws IOException {
    KeyedWorkers<Address, KeyedWorkers.Work> current = workers;
    if (current != null) {
      current.stop();
    }
    database.close();
  }
}
