package bub.bus.activity;

import bub.jsonrpc.RequestId;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.Envelope;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Where the hub tells what happens to messages. Everything but {@link #query} is called on the
 * hub's thread only and never blocks it.
 */
public interface ActivityLog extends AutoCloseable {

  /** A message has been accepted from its sender: writes {@code send_start}. */
  Trail sendStarted(Envelope envelope, RequestId rpcId);

  /** True while more waits to be written than may: stop reading from senders until it is false. */
  boolean isSaturated();

  /** True when so much waits to be written that no message at all must be taken in. */
  boolean isOverfull();

  /** Hands what has happened so far to the writer and to the watchers; called every 50 ms. */
  void tick();

  /** Tells {@code watcher} about the events that match, at every tick that has some. */
  Watch watch(ActivityFilter filter, Consumer<ActivityRows> watcher);

  /** Reads the log; the future completes on a thread of the log's own. Safe for any thread. */
  CompletableFuture<ActivityRows> query(ActivityFilter filter);

  /** Figures for {@code getMetrics}. */
  Figures figures();

  /** Writes what is still waiting, then closes. */
  @Override
  void close();

  /** How the log itself is doing. */
  record Figures(long eventsWritten, long eventsLost, long queuedBytes, boolean failing) {

    /** For {@code getMetrics}. */
    public Map<String, Long> named() {
      var named = new LinkedHashMap<String, Long>();
      named.put("activity_events_written_total", eventsWritten);
      named.put("activity_events_lost_total", eventsLost);
      named.put("activity_queued_bytes", queuedBytes);
      named.put("activity_failing", failing ? 1L : 0L);
      return named;
    }
  }

  /** A running watch. */
  interface Watch {
    void stop();
  }
}
