package bub.bus.activity.log;

import bub.bus.activity.event.EntryBatch;
import bub.bus.activity.event.EntryCollector;
import bub.bus.activity.event.Trail;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.file.LogStore;
import bub.bus.activity.file.LogUnusable;
import bub.bus.activity.query.ActivityReader;
import bub.bus.activity.query.PayloadBudget;
import bub.jsonrpc.RequestId;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.Envelope;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Activity log in SQLite files, with one thread that writes and one that reads. */
public final class SqliteActivityLog implements ActivityLog {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteActivityLog.class);
  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final LogStore store;
  private final WriteQueue queue;
  private final LogWriter writer;
  private final QueryExecutor queries;
  private final Thread writing;
  private final Thread reading;
  private final ActivityWatchers watches;
  private final EntryCollector collector;
  private final AtomicLong refused = new AtomicLong();

  private SqliteActivityLog(
      ActivitySettings settings, LogStore store, long nextId, LongSupplier epochMicros) {
    this.store = store;
    queue = new WriteQueue(settings.queueBytes());
    writer = new LogWriter(store, queue);
    var reader = new ActivityReader(store.files(), QUERY_TIMEOUT, PayloadBudget.ONE_MESSAGE);
    queries = new QueryExecutor(reader, queue, store.reading());
    writing = Thread.ofPlatform().daemon().name("bub-activity-writer").unstarted(writer);
    reading = Thread.ofPlatform().daemon().name("bub-activity-reader").unstarted(queries);
    watches = new ActivityWatchers(new LiveRows(settings.payloads()));
    collector = new EntryCollector(nextId, epochMicros, this::handOver);
  }

  public static SqliteActivityLog open(ActivitySettings settings, LongSupplier epochMicros) {
    LogStore store = LogStore.open(settings, epochMicros);
    try {
      var log = new SqliteActivityLog(settings, store, store.nextId(), epochMicros);
      log.writing.start();
      log.reading.start();
      return log;
    } catch (SQLException unusable) {
      store.close();
      throw LogUnusable.of(settings.file(), unusable);
    } catch (IOException unreachable) {
      store.close();
      throw LogUnusable.unreachable(settings.file(), unreachable);
    }
  }

  @Override
  public Trail sendStarted(Envelope envelope, RequestId rpcId) {
    return collector.begin(envelope, rpcId);
  }

  @Override
  public Trail arrived(Envelope envelope) {
    return collector.beginArrival(envelope);
  }

  @Override
  public boolean isSaturated() {
    return queue.isSaturated();
  }

  @Override
  public boolean isOverfull() {
    return queue.isOverfull();
  }

  @Override
  public void tick() {
    collector.tick();
    watches.tell();
  }

  private void handOver(EntryBatch batch) {
    watches.offer(batch.entries());
    if (!queue.add(batch)) {
      refused.addAndGet(batch.events());
    }
  }

  @Override
  public Watch watch(ActivityFilter filter, Consumer<ActivityRows> watcher) {
    return watches.add(filter, watcher);
  }

  @Override
  public CompletableFuture<ActivityRows> query(ActivityFilter filter) {
    return queries.ask(filter);
  }

  @Override
  public Figures figures() {
    long lost = writer.lost() + refused.get();
    long queued = queue.bytes() + collector.bytes();
    return new Figures(writer.written(), lost, queued, writer.isFailing());
  }

  @Override
  public void close() {
    tick();
    queue.close();
    try {
      if (!writing.join(CLOSE_TIMEOUT)) {
        LOG.error(
            "Could not finish the activity log in time: {} bytes are not written", queue.bytes());
      }
      queries.close();
      reading.interrupt();
      reading.join(CLOSE_TIMEOUT);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Simulates a full disk, for tests. */
  void limitPages(long pages) {
    store.limitPages(pages);
  }
}
