package bub.bus.activity;

import java.util.List;

/** Entries on their way from the hub thread to the writer thread, with the memory they hold. */
record EntryBatch(List<LogEntry> entries, long bytes) {

  /** Returns the number of events, whose ids are consecutive. */
  long events() {
    return entries.getLast().lastId() - entries.getFirst().id() + 1;
  }
}
