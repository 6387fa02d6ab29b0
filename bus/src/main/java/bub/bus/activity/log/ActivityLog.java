package bub.bus.activity.log;

import bub.bus.activity.event.Trail;
import bub.jsonrpc.RequestId;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.Envelope;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Log of the events of every message. Only {@link #query} is safe for any thread; the other methods
 * run on the hub thread and never block it.
 */
public interface ActivityLog extends AutoCloseable {

  /** Writes {@code send_start} for a message that the bus has accepted from its sender. */
  Trail sendStarted(Envelope envelope, RequestId rpcId);

  /** True while the write queue exceeds its limit. The bus stops reading from senders meanwhile. */
  boolean isSaturated();

  /** True when the write queue is so full that the bus must not accept any message. */
  boolean isOverfull();

  /** Passes the new events to the writer and to the watchers. Called every 50 ms. */
  void tick();

  /** Sends matching events to {@code watcher}, at every tick that has some. */
  Watch watch(ActivityFilter filter, Consumer<ActivityRows> watcher);

  /** Reads the log. The future completes on a thread of the log. Safe for any thread. */
  CompletableFuture<ActivityRows> query(ActivityFilter filter);

  /** Returns the figures for {@code getMetrics}. */
  Figures figures();

  /** Writes the waiting events, then closes the log. */
  @Override
  void close();

  /** State of the log itself. */
  record Figures(long eventsWritten, long eventsLost, long queuedBytes, boolean failing) {

    /** Returns the figures for {@code getMetrics}. */
    public Map<String, Long> named() {
      var named = new LinkedHashMap<String, Long>();
      named.put("activity_events_written_total", eventsWritten);
      named.put("activity_events_lost_total", eventsLost);
      named.put("activity_queued_bytes", queuedBytes);
      named.put("activity_failing", failing ? 1L : 0L);
      return named;
    }
  }

  /** Running watch. */
  interface Watch {
    void stop();
  }
}
