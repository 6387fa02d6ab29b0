package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.gateway.caller.Caller;
import bub.gateway.caller.CallerSlots;
import bub.protocol.Address;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of all clients. One that is idle for half an hour ends; when a caller has too many, its
 * oldest one ends after a minute already. Safe for any thread.
 */
final class McpSessions {
  static final int MOST = 1_000;
  static final int MOST_PER_CALLER = 256;
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(30);
  private static final long REPLACEABLE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int ID_BYTES = 16;
  private static final Duration RETRY = Duration.ofMinutes(1);

  private final LongSupplier nanoTime;
  private final McpInboxes inboxes;
  private final SecureRandom random = new SecureRandom();
  private final CallerSlots slots = new CallerSlots("open MCP sessions", MOST, MOST_PER_CALLER);
  // Guarded by this.
  private final Map<String, Entry> sessions = new HashMap<>();

  private record Entry(McpSession session, CallerSlots.Slot slot) {}

  McpSessions(LongSupplier nanoTime, McpInboxes inboxes) {
    this.nanoTime = nanoTime;
    this.inboxes = inboxes;
  }

  /** {@code inbox} gives the address of the client from the id of the session. */
  synchronized McpSession open(
      Caller caller, ClientFeatures features, Function<String, Address> inbox) throws HttpRefusal {
    endIdle();
    CallerSlots.Slot slot = slot(caller);
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    String id = HexFormat.of().formatHex(bytes);
    var session = new McpSession(id, caller.id(), inbox.apply(id), features, nanoTime.getAsLong());
    sessions.put(id, new Entry(session, slot));
    return session;
  }

  private CallerSlots.Slot slot(Caller caller) throws HttpRefusal {
    try {
      return slots.take(caller.id());
    } catch (HttpRefusal full) {
      Entry oldest =
          sessions.values().stream()
              .filter(entry -> entry.session().isOf(caller) && !entry.session().isBusy())
              .max(Comparator.comparingLong(entry -> idle(entry.session())))
              .orElse(null);
      if (oldest == null || idle(oldest.session()) < REPLACEABLE_NANOS) {
        throw new HttpRefusal(429, "too_many_sessions", full.text(), RETRY);
      }
      end(oldest);
      return slots.take(caller.id());
    }
  }

  private long idle(McpSession session) {
    return session.idleNanos(nanoTime.getAsLong());
  }

  private void endIdle() {
    sessions.values().stream()
        .filter(entry -> !entry.session().isBusy() && idle(entry.session()) > IDLE_NANOS)
        .toList()
        .forEach(this::end);
  }

  private void end(Entry entry) {
    if (sessions.remove(entry.session().id()) != null) {
      entry.slot().close();
      entry.session().close();
      if (entry.session().hasOwnInbox()) {
        inboxes.close(entry.session().inbox());
      }
    }
  }

  /** Null when it has ended, or belongs to somebody else. */
  synchronized @Nullable McpSession find(String id, Caller caller) {
    Entry entry = sessions.get(id);
    if (entry == null || !entry.session().isOf(caller)) {
      return null;
    }
    entry.session().used(nanoTime.getAsLong());
    return entry.session();
  }

  synchronized void end(McpSession session) {
    Entry entry = sessions.get(session.id());
    if (entry != null) {
      end(entry);
    }
  }

  /** Sessions at this moment. */
  synchronized List<McpSession> all() {
    return sessions.values().stream().map(Entry::session).toList();
  }

  synchronized int size() {
    return sessions.size();
  }
}
