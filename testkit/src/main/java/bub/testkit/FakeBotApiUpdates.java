package bub.testkit;

import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Updates that the bot has not confirmed yet, by poll or webhook. Safe for any thread. */
final class FakeBotApiUpdates {
  private static final long MOST_SECONDS = 50;

  private final TreeMap<Long, RawJson> waiting = new TreeMap<>();
  private long lastId;
  private int poller;
  private int pollers;
  private boolean closed;

  sealed interface Polled {}

  record Batch(List<RawJson> updates) implements Polled {}

  /** A newer poll arrived, and only the newest one is served. */
  record Superseded() implements Polled {}

  synchronized long add(String kind, RawJson content) {
    JsonWriter update = new JsonWriter().beginObject().field("update_id", ++lastId);
    return put(lastId, update.field(kind, content).endObject());
  }

  private long put(long id, JsonWriter update) {
    waiting.put(id, RawJson.trusted(update.toByteArray()));
    notifyAll();
    return id;
  }

  synchronized void addRaw(long id, RawJson update) {
    lastId = Math.max(lastId, id);
    waiting.put(id, update);
    notifyAll();
  }

  synchronized Polled poll(long offset, int limit, long seconds) throws InterruptedException {
    int me = ++poller;
    notifyAll();
    long from = offset >= 0 ? offset : fromTheEnd(-offset);
    waiting.headMap(from).clear();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Math.clamp(seconds, 0, MOST_SECONDS));
    pollers++;
    try {
      while (waiting.isEmpty() && me == poller && !closed && end - System.nanoTime() > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
      }
    } finally {
      pollers--;
    }
    if (me != poller) {
      return new Superseded();
    }
    poller++;
    Collection<RawJson> batch = waiting.values();
    return new Batch(batch.stream().limit(limit).toList());
  }

  private long fromTheEnd(long count) {
    return waiting.descendingKeySet().stream().limit(count).min(Long::compare).orElse(0L);
  }

  /** Waits for the oldest update; returns null when this was closed. */
  synchronized @Nullable RawJson oldest() throws InterruptedException {
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    return closed ? null : waiting.firstEntry().getValue();
  }

  synchronized void taken(RawJson update) {
    waiting.values().remove(update);
  }

  synchronized boolean isPolled() {
    return pollers > 0;
  }

  synchronized int count() {
    return waiting.size();
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
