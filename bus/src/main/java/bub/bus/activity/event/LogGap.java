package bub.bus.activity.event;

import java.util.List;

/** Lost events, for the row that reports them. Immutable. */
public record LogGap(
    long firstId, long firstTs, long lastTs, long events, long messages, String reason) {
  public static final String STATUS = "lost";

  /** Placeholder for the message id, which a gap does not have. */
  public static final String MESSAGE_ID = "-";

  public static LogGap before(LogEntry first, String reason) {
    return new LogGap(first.id(), first.ts(), first.ts(), 0, 0, reason);
  }

  public LogGap plus(List<LogEntry> entries) {
    long lost = events;
    long lostMessages = messages;
    long last = lastTs;
    for (LogEntry entry : entries) {
      lost += entry.events().size();
      last = Math.max(last, entry.lastTs());
      // Do not count a message again whose first entry is also in this gap.
      if (entry.isStart() || entry.startId() < firstId) {
        lostMessages++;
      }
    }
    return new LogGap(firstId, firstTs, last, lost, lostMessages, reason);
  }

  public String text() {
    return "lost %d events of %d messages between %s and %s: %s"
        .formatted(events, messages, Timestamps.text(firstTs), Timestamps.text(lastTs), reason);
  }
}
