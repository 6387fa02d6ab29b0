package bub.bus.activity;

import java.util.List;

/** What could not be written, for the row that tells it. Immutable. */
record LogGap(long firstId, long firstTs, long lastTs, long events, long messages, String reason) {
  static final String STATUS = "lost";

  /** Stands for the message id, which a gap has none of. */
  static final String MESSAGE_ID = "-";

  static LogGap before(LogEntry first, String reason) {
    return new LogGap(first.id(), first.ts(), first.ts(), 0, 0, reason);
  }

  LogGap plus(List<LogEntry> entries) {
    long lost = events;
    long lostMessages = messages;
    long last = lastTs;
    for (LogEntry entry : entries) {
      lost += entry.events().size();
      last = Math.max(last, entry.lastTs());
      // A later part of a message whose first part is in this gap too was counted with it.
      if (entry.isStart() || entry.startId() < firstId) {
        lostMessages++;
      }
    }
    return new LogGap(firstId, firstTs, last, lost, lostMessages, reason);
  }

  String text() {
    return "lost %d events of %d messages between %s and %s: %s"
        .formatted(events, messages, Timestamps.text(firstTs), Timestamps.text(lastTs), reason);
  }
}
