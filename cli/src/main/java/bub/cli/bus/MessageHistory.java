package bub.cli.bus;

import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.LogPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A log read backwards, page by page, with its events grouped by message. One thread only. */
final class MessageHistory {
  interface Pages {
    ActivityRows query(ActivityFilter filter) throws Exception;
  }

  /** Receiver of a message, which says whether it counts towards the limit. */
  private interface Taker {
    boolean take(LoggedMessage message) throws Exception;
  }

  private final Pages pages;
  private final boolean folds;
  private int folded;

  /** With {@code folds}, the progress events of agents are counted and not passed on. */
  MessageHistory(Pages pages, boolean folds) {
    this.pages = pages;
    this.folds = folds;
  }

  /** Returns the number of messages that were not passed on. */
  int folded() {
    return folded;
  }

  /** Passes on the newest {@code limit} events, one page at a time, newest page first. */
  void events(ActivityFilter filter, int limit, Consumer<List<ActivityRow>> page) throws Exception {
    LogPosition before = null;
    for (int left = limit; left > 0; ) {
      List<ActivityRow> rows = query(filter, before, left);
      if (rows.isEmpty()) {
        return;
      }
      page.accept(rows);
      left -= rows.size();
      before = LogPosition.before(rows, before);
    }
  }

  private List<ActivityRow> query(ActivityFilter filter, @Nullable LogPosition before, int most)
      throws Exception {
    return pages.query(filter.beforePlace(before, Math.min(most, ActivityFilter.MAX_LIMIT))).rows();
  }

  /** Passes on the newest {@code limit} messages, newest first. */
  void messages(ActivityFilter filter, int limit, Consumer<LoggedMessage> each) throws Exception {
    if (filter.actor() == null && filter.status() == null) {
      all(filter, limit, message -> pass(message, each));
    } else {
      some(filter, limit, each);
    }
  }

  private boolean pass(LoggedMessage message, Consumer<LoggedMessage> each) throws Exception {
    LoggedMessage whole = folds && message.lacksPayload() ? whole(message) : message;
    if (folds && whole.isProgress()) {
      folded++;
      return false;
    }
    each.accept(whole);
    return true;
  }

  /** The bus omits payloads from a large answer, but returns most of them for a single event. */
  private LoggedMessage whole(LoggedMessage message) throws Exception {
    ActivityRow start = message.events().getFirst();
    ActivityFilter alone =
        ActivityFilter.ofMessage(start.messageId()).after(start.id() - 1, 1).on(start.node());
    List<ActivityRow> rows = pages.query(alone).rows();
    return rows.isEmpty() ? message : message.startingWith(rows.getFirst());
  }

  /** Returns the number of messages that counted. */
  private int all(ActivityFilter filter, int limit, Taker taker) throws Exception {
    var unbegun = new HashMap<String, Deque<ActivityRow>>();
    int left = limit;
    LogPosition before = null;
    while (left > 0) {
      List<ActivityRow> rows = query(filter, before, ActivityFilter.MAX_LIMIT);
      if (rows.isEmpty()) {
        break;
      }
      for (ActivityRow row : rows.reversed()) {
        LoggedMessage message = add(row, unbegun);
        if (message != null && left > 0 && taker.take(message)) {
          left--;
        }
      }
      before = LogPosition.before(rows, before);
    }
    return limit - left;
  }

  /** Returns null when the row does not begin a message. */
  private static @Nullable LoggedMessage add(
      ActivityRow row, Map<String, Deque<ActivityRow>> unbegun) {
    if (row.event().equals(LoggedMessage.GAP)) {
      return new LoggedMessage(List.of(row));
    }
    Deque<ActivityRow> events = unbegun.computeIfAbsent(row.messageId(), _ -> new ArrayDeque<>());
    events.addFirst(row);
    if (!row.event().equals(LoggedMessage.START)) {
      return null;
    }
    unbegun.remove(row.messageId());
    return new LoggedMessage(List.copyOf(events));
  }

  private void some(ActivityFilter filter, int limit, Consumer<LoggedMessage> each)
      throws Exception {
    Set<String> seen = new HashSet<>();
    int left = limit;
    LogPosition before = null;
    while (left > 0) {
      List<ActivityRow> rows = query(filter, before, ActivityFilter.MAX_LIMIT);
      if (rows.isEmpty()) {
        return;
      }
      for (ActivityRow row : rows.reversed()) {
        if (left > 0 && seen.add(row.messageId()) && newest(row.messageId(), filter, each)) {
          left--;
        }
      }
      before = LogPosition.before(rows, before);
    }
  }

  private boolean newest(String messageId, ActivityFilter filter, Consumer<LoggedMessage> each)
      throws Exception {
    int passed =
        all(
            ActivityFilter.ofMessage(messageId),
            Integer.MAX_VALUE,
            message -> message.has(filter.actor(), filter.status()) && pass(message, each));
    return passed > 0;
  }
}
