package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of all clients. One that is idle for half an hour ends; when a caller has too many, its
 * oldest one ends after a minute already. A thread waits for the end of the next one while there
 * are sessions. Safe for any thread.
 */
final class McpSessions {
  static final int MOST = 1_000;
  static final int MOST_PER_CALLER = 256;
  static final Duration IDLE = Duration.ofMinutes(30);
  private static final Duration REPLACEABLE = Duration.ofMinutes(1);
  private static final int ID_BYTES = 16;
  private static final Duration RETRY = Duration.ofMinutes(1);

  private final TimeSource time;
  private final McpInboxes inboxes;
  private final SecureRandom random = new SecureRandom();
  private final CallerSlots slots = new CallerSlots("open MCP sessions", MOST, MOST_PER_CALLER);
  // Guarded by this.
  private final Map<String, Entry> sessions = new HashMap<>();
  private @Nullable Thread sweeper;

  private record Entry(McpSession session, CallerSlots.Slot slot) {}

  McpSessions(TimeSource time, McpInboxes inboxes) {
    this.time = time;
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
    var session = new McpSession(id, caller.id(), inbox.apply(id), features, time);
    sessions.put(id, new Entry(session, slot));
    if (sweeper == null) {
      sweeper = Thread.ofVirtual().name("mcp-sessions").start(this::sweep);
    }
    return session;
  }

  private CallerSlots.Slot slot(Caller caller) throws HttpRefusal {
    try {
      return slots.take(caller.id());
    } catch (HttpRefusal full) {
      Entry oldest =
          sessions.values().stream()
              .filter(entry -> entry.session().isOf(caller) && !entry.session().isBusy())
              .max(Comparator.comparing(entry -> entry.session().idle()))
              .orElse(null);
      if (oldest == null || oldest.session().idle().compareTo(REPLACEABLE) < 0) {
        throw new HttpRefusal(429, "too_many_sessions", full.text(), RETRY);
      }
      end(oldest);
      return slots.take(caller.id());
    }
  }

  private void endIdle() {
    sessions.values().stream()
        .filter(entry -> isExpired(entry.session()))
        .toList()
        .forEach(this::end);
  }

  private static boolean isExpired(McpSession session) {
    return !session.isBusy() && session.idle().compareTo(IDLE) >= 0;
  }

  private void sweep() {
    try {
      for (Duration wait = untilNextEnd(); wait != null; wait = untilNextEnd()) {
        time.sleep(wait);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends what has expired; returns null when nothing is left, which ends the thread. */
  private synchronized @Nullable Duration untilNextEnd() {
    endIdle();
    if (sessions.isEmpty()) {
      sweeper = null;
      return null;
    }
    // A busy session has all the time again when it is idle.
    return sessions.values().stream()
        .map(Entry::session)
        .filter(session -> !session.isBusy())
        .map(session -> IDLE.minus(session.idle()))
        .filter(left -> left.compareTo(IDLE) < 0)
        .min(Comparator.naturalOrder())
        .orElse(IDLE);
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
    if (isExpired(entry.session())) {
      end(entry);
      return null;
    }
    entry.session().used();
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

  synchronized void endAll() {
    sessions.values().stream().toList().forEach(this::end);
    if (sweeper != null) {
      sweeper.interrupt();
      sweeper = null;
    }
  }

  synchronized int size() {
    return sessions.size();
  }
}
