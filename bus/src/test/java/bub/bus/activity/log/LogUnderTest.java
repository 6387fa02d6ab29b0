package bub.bus.activity.log;

import bub.bus.activity.event.Timestamps;
import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.file.ActivitySettings.Payloads;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A real log in its own directory, with a clock that a test advances. */
public final class LogUnderTest implements AutoCloseable {
  public static final Instant NOON = Instant.parse("2026-02-17T12:00:00Z");
  public static final Address ALICE = new Address("tg:1");
  public static final Address WORKER = new Address("agent:worker");

  private final AtomicLong micros = new AtomicLong(Timestamps.micros(NOON));
  private final ActivitySettings settings;
  private SqliteActivityLog log;
  private long calls = 100;

  private LogUnderTest(ActivitySettings settings) {
    this.settings = settings;
    log = SqliteActivityLog.open(settings, micros::get);
  }

  public static LogUnderTest in(Path folder) {
    return with(ActivitySettings.in(folder.resolve("activity.db")));
  }

  public static LogUnderTest with(ActivitySettings settings) {
    return new LogUnderTest(settings);
  }

  public static ActivitySettings rotatingAt(Path folder, long bytes) {
    return new ActivitySettings(
        folder.resolve("activity.db"), Payloads.FULL, bytes, null, null, 64 << 20);
  }

  static ActivitySettings withQueue(Path folder, long bytes) {
    return new ActivitySettings(
        folder.resolve("activity.db"), Payloads.FULL, 256 << 20, null, null, bytes);
  }

  public SqliteActivityLog log() {
    return log;
  }

  public Path file() {
    return settings.file();
  }

  public void pass(Duration time) {
    micros.addAndGet(TimeUnit.NANOSECONDS.toMicros(time.toNanos()));
  }

  void reopen() {
    log.close();
    log = SqliteActivityLog.open(settings, micros::get);
  }

  public static Envelope envelope(String messageId, String payload) {
    return new Envelope(ALICE, WORKER, new MessageId(messageId), json(payload));
  }

  public static RawJson json(String text) {
    try {
      return RawJson.parse(text);
    } catch (InvalidJson invalid) {
      throw new AssertionError(invalid);
    }
  }

  public Trail begin(String messageId) {
    return begin(messageId, "{\"type\":\"agent_message\"}");
  }

  public Trail begin(String messageId, String payload) {
    return log.sendStarted(envelope(messageId, payload), RequestId.of(7));
  }

  /** A message that one recipient takes and answers: four events, each a millisecond later. */
  public void deliver(String messageId) {
    deliver(messageId, "{\"type\":\"agent_message\"}");
  }

  public void deliver(String messageId, String payload) {
    deliver(begin(messageId, payload));
  }

  /** A message that belongs to a trace, otherwise as above. */
  public void deliver(String messageId, TraceId trace, @Nullable String cause) {
    Trail trail = begin(messageId);
    trail.caused(trace, cause == null ? null : new MessageId(cause));
    deliver(trail);
  }

  private void deliver(Trail trail) {
    long call = calls++;
    pass(Duration.ofMillis(1));
    trail.processStarted(WORKER, call);
    pass(Duration.ofMillis(1));
    trail.processFinished(WORKER, call, Status.OK, Ack.ok("done"), null);
    pass(Duration.ofMillis(1));
    trail.sendFinished(Status.OK, null);
  }

  /** What a client sees that asks now. */
  public List<ActivityRow> rows(ActivityFilter filter) throws Exception {
    log.tick();
    return log.query(filter).get(60, TimeUnit.SECONDS).rows();
  }

  public List<ActivityRow> rowsOf(String messageId) throws Exception {
    return rows(ActivityFilter.ofMessage(messageId));
  }

  /** Everything there is, page by page. */
  public List<ActivityRow> allRows() throws Exception {
    var all = new ArrayList<ActivityRow>();
    List<ActivityRow> page = rows(after(0));
    while (!page.isEmpty()) {
      all.addAll(page);
      page = rows(after(page.getLast().id()));
    }
    return all;
  }

  public static ActivityFilter after(long id) {
    return new ActivityFilter(
        null, null, null, null, null, null, null, null, id, ActivityFilter.MAX_LIMIT);
  }

  public static ActivityFilter before(long id, int limit) {
    return new ActivityFilter(null, null, null, null, null, null, null, id, null, limit);
  }

  /** Waits until what happened so far is on disk, then asks a program of its own. */
  public List<List<@Nullable String>> sql(String query) throws Exception {
    rows(ActivityFilter.everything());
    return sql(file(), query);
  }

  public static List<List<@Nullable String>> sql(Path file, String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      var rows = new ArrayList<List<@Nullable String>>();
      while (result.next()) {
        var row = new ArrayList<@Nullable String>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
