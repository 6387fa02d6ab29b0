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

  Trail sendStarted(Envelope envelope, RequestId rpcId);

  /** Begins the record of the deliveries of a message that another node accepted. */
  Trail arrived(Envelope envelope);

  /** True while the write queue exceeds its limit. The bus stops reading from senders meanwhile. */
  boolean isSaturated();

  /** True when the write queue is so full that the bus must not accept any message. */
  boolean isOverfull();

  /** Passes the new events to the writer and to the watchers. Called every 50 ms. */
  void tick();

  Watch watch(ActivityFilter filter, Consumer<ActivityRows> watcher);

  /** Reads the log. The future completes on a thread of the log. Safe for any thread. */
  CompletableFuture<ActivityRows> query(ActivityFilter filter);

  Figures figures();

  /** Writes the waiting events, then closes the log. */
  @Override
  void close();

  record Figures(long eventsWritten, long eventsLost, long queuedBytes, boolean failing) {

    public Map<String, Long> named() {
      var named = new LinkedHashMap<String, Long>();
      named.put("activity_events_written_total", eventsWritten);
      named.put("activity_events_lost_total", eventsLost);
      named.put("activity_queued_bytes", queuedBytes);
      named.put("activity_failing", failing ? 1L : 0L);
      return named;
    }
  }

  interface Watch {
    void stop();
  }
}
