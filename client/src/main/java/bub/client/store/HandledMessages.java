package bub.client.store;

import bub.client.MessageHandler;
import bub.client.TimeSource;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.store.StoreDatabase;
import bub.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Memory of handled messages on disk, which answers a duplicate with the first ack even after a
 * crash. Safe for any thread; calls block for the disk.
 */
public final class HandledMessages implements AutoCloseable {
  private final StoreDatabase database;
  private final InboxRetention retention;
  private final TimeSource time;

  private HandledMessages(StoreDatabase database, InboxRetention retention, TimeSource time) {
    this.database = database;
    this.retention = retention;
    this.time = time;
  }

  /** Creates a missing file; throws {@code StoreInUse} when another process has it open. */
  public static HandledMessages open(Path file, InboxRetention retention, TimeSource time)
      throws IOException {
    return new HandledMessages(StoreDatabase.open(file, HandledTables.SCHEMA), retention, time);
  }

  public HandledMessages onRepair(Consumer<StoreRepair> listener) {
    database.onRepair(listener);
    return this;
  }

  /** Returns after the ack is on disk. Forgets an ack that asks for a retry. */
  public Ack once(Envelope envelope, MessageHandler handler) throws Exception {
    Optional<Ack> known = database.call(c -> HandledTables.find(c, envelope));
    if (known.isPresent()) {
      return known.get();
    }
    Ack ack = handler.handle(envelope);
    if (!ack.shouldRetry()) {
      var now = time.now();
      database.call(c -> HandledTables.keep(c, envelope, ack, retention, now));
    }
    return ack;
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
