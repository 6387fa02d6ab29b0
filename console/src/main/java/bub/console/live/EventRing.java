package bub.console.live;

import bub.json.RawJson;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ring buffer of the newest events, shared by all browsers; a slow one loses events and does not
 * delay others. Safe for any thread; only readers wait.
 */
public final class EventRing {
  private static final int MOST_EVENTS = 4_096;
  private static final int MOST_BYTES = 8 << 20;
  private static final int MOST_AT_ONCE = 256;
  // Maximum bytes retained for a slow reader.
  private static final int MOST_BYTES_AT_ONCE = 64 << 10;

  /** Events after a position; some are lost when {@code missed}. */
  record Reading(List<LiveEvent> events, boolean missed, long last) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final Deque<LiveEvent> events = new ArrayDeque<>();
  private long last;
  private long bytes;
  private boolean isClosed;

  public void publish(String name, RawJson data) {
    RawJson oneLine = data.toString().indexOf('\n') < 0 ? data : flat(data);
    lock.lock();
    try {
      var event = new LiveEvent(++last, name, oneLine);
      events.addLast(event);
      bytes += event.bytes();
      while (events.size() > MOST_EVENTS || bytes > MOST_BYTES && events.size() > 1) {
        bytes -= events.removeFirst().bytes();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Line breaks have no meaning outside of JSON strings. */
  private static RawJson flat(RawJson data) {
    byte[] bytes = data.toByteArray();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        bytes[i] = ' ';
      }
    }
    return RawJson.trusted(bytes);
  }

  long last() {
    lock.lock();
    try {
      return last;
    } finally {
      lock.unlock();
    }
  }

  Reading read(long after, Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (after >= last && left > 0 && !isClosed) {
        left = changed.awaitNanos(left);
      }
      return reading(after);
    } finally {
      lock.unlock();
    }
  }

  private Reading reading(long after) {
    // A number from the future belongs to an earlier run of the console.
    boolean isGone = after > last || !events.isEmpty() && after < events.getFirst().number() - 1;
    if (isGone) {
      return new Reading(List.of(), true, last);
    }
    var found = new ArrayList<LiveEvent>();
    long size = 0;
    Iterator<LiveEvent> next =
        events.stream()
            .skip(events.isEmpty() ? 0 : after + 1 - events.getFirst().number())
            .limit(MOST_AT_ONCE)
            .iterator();
    while (next.hasNext() && size < MOST_BYTES_AT_ONCE) {
      LiveEvent event = next.next();
      found.add(event);
      size += event.bytes();
    }
    return new Reading(found, false, after + found.size());
  }

  boolean isClosed() {
    lock.lock();
    try {
      return isClosed;
    } finally {
      lock.unlock();
    }
  }

  public void close() {
    lock.lock();
    try {
      isClosed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
