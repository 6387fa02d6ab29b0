package bub.cli.bus;

import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A log read backwards, page by page, with its events grouped by message. */
final class MessageHistory {
  interface Pages {
    ActivityRows query(ActivityFilter filter) throws Exception;
  }

  private final Pages pages;

  MessageHistory(Pages pages) {
    this.pages = pages;
  }

  /** Passes on the newest {@code limit} events, one page at a time, newest page first. */
  void events(ActivityFilter filter, int limit, Consumer<List<ActivityRow>> page) throws Exception {
    Long before = null;
    for (int left = limit; left > 0; ) {
      List<ActivityRow> rows = query(filter, before, left);
      if (rows.isEmpty()) {
        return;
      }
      page.accept(rows);
      left -= rows.size();
      before = rows.getFirst().id();
    }
  }

  private List<ActivityRow> query(ActivityFilter filter, @Nullable Long before, int most)
      throws Exception {
    return pages.query(filter.before(before, Math.min(most, ActivityFilter.MAX_LIMIT))).rows();
  }

  /** Passes on the newest {@code limit} messages, newest first. */
  void messages(ActivityFilter filter, int limit, Consumer<LoggedMessage> each) throws Exception {
    if (filter.actor() == null && filter.status() == null) {
      all(filter, limit, each);
    } else {
      some(filter, limit, each);
    }
  }

  private void all(ActivityFilter filter, int limit, Consumer<LoggedMessage> each)
      throws Exception {
    var unbegun = new HashMap<String, Deque<ActivityRow>>();
    int left = limit;
    Long before = null;
    while (left > 0) {
      List<ActivityRow> rows = query(filter, before, ActivityFilter.MAX_LIMIT);
      if (rows.isEmpty()) {
        return;
      }
      for (ActivityRow row : rows.reversed()) {
        LoggedMessage message = add(row, unbegun);
        if (message != null && left-- > 0) {
          each.accept(message);
        }
      }
      before = rows.getFirst().id();
    }
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
    Long before = null;
    while (seen.size() < limit) {
      List<ActivityRow> rows = query(filter, before, ActivityFilter.MAX_LIMIT);
      if (rows.isEmpty()) {
        return;
      }
      for (ActivityRow row : rows.reversed()) {
        if (seen.size() < limit && seen.add(row.messageId())) {
          newest(row.messageId(), filter, each);
        }
      }
      before = rows.getFirst().id();
    }
  }

  private void newest(String messageId, ActivityFilter filter, Consumer<LoggedMessage> each)
      throws Exception {
    all(
        ActivityFilter.ofMessage(messageId),
        Integer.MAX_VALUE,
        message -> {
          if (message.has(filter.actor(), filter.status())) {
            each.accept(message);
          }
        });
  }
}
