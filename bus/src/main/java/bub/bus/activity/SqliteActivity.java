package bub.bus.activity;

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

/**
 * The activity log in SQLite files. The hub's thread only gathers; a thread writes and a thread
 * reads.
 */
public final class SqliteActivity implements Activity {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteActivity.class);
  private static final Duration QUERY_PATIENCE = Duration.ofSeconds(10);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

  private final LogStore store;
  private final Backlog backlog;
  private final Writer writer;
  private final QueryDesk desk;
  private final Thread writing;
  private final Thread reading;
  private final Watches watches;
  private final Ledger ledger;
  private final AtomicLong refused = new AtomicLong();

  private SqliteActivity(
      ActivitySettings settings, LogStore store, long nextId, LongSupplier epochMicros) {
    this.store = store;
    backlog = new Backlog(settings.queueBytes());
    writer = new Writer(store, backlog);
    var reader = new ActivityReader(store.files(), QUERY_PATIENCE, Allowance.ONE_MESSAGE);
    desk = new QueryDesk(reader, backlog, store.reading());
    writing = Thread.ofPlatform().daemon().name("bub-activity-writer").unstarted(writer);
    reading = Thread.ofPlatform().daemon().name("bub-activity-reader").unstarted(desk);
    watches = new Watches(new LiveRows(settings.payloads()));
    ledger = new Ledger(nextId, epochMicros, this::handOver);
  }

  /**
   * Opens the log for writing, or creates it.
   *
   * @param epochMicros the time, in microseconds since 1970
   * @throws LogUnusable when the files cannot be used
   */
  public static SqliteActivity open(ActivitySettings settings, LongSupplier epochMicros) {
    LogStore store = LogStore.open(settings, epochMicros);
    try {
      var log = new SqliteActivity(settings, store, store.nextId(), epochMicros);
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
    return ledger.begin(envelope, rpcId);
  }

  @Override
  public boolean isSaturated() {
    return backlog.isSaturated();
  }

  @Override
  public boolean isOverfull() {
    return backlog.isOverfull();
  }

  @Override
  public void tick() {
    ledger.tick();
    watches.tell();
  }

  private void handOver(Handover handover) {
    watches.offer(handover.entries());
    if (!backlog.add(handover)) {
      refused.addAndGet(handover.events());
    }
  }

  @Override
  public Watch watch(ActivityFilter filter, Consumer<ActivityRows> watcher) {
    return watches.add(filter, watcher);
  }

  @Override
  public CompletableFuture<ActivityRows> query(ActivityFilter filter) {
    return desk.ask(filter);
  }

  @Override
  public Figures figures() {
    long lost = writer.lost() + refused.get();
    long queued = backlog.bytes() + ledger.bytes();
    return new Figures(writer.written(), lost, queued, writer.isFailing());
  }

  @Override
  public void close() {
    tick();
    backlog.close();
    try {
      if (!writing.join(CLOSE_PATIENCE)) {
        LOG.error("the disk does not take the activity log: {} bytes unwritten", backlog.bytes());
      }
      desk.close();
      reading.interrupt();
      reading.join(CLOSE_PATIENCE);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** See {@link LogFile#limitPages}. */
  void limitPages(long pages) throws SQLException {
    store.limitPages(pages);
  }
}
