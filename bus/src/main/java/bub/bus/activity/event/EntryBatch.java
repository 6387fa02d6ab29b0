package bub.bus.activity.event;

import java.util.List;

/** Entries on their way from the hub thread to the writer thread, with the memory they hold. */
public record EntryBatch(List<LogEntry> entries, long bytes) {

  /** Returns the number of events, whose ids are consecutive. */
  public long events() {
    return entries.getLast().lastId() - entries.getFirst().id() + 1;
  }
}
