package bub.bus.activity;

import java.util.List;

/** Entries on their way from the hub's thread to the writer's, and the memory they hold. */
record EntryBatch(List<LogEntry> entries, long bytes) {

  /** How many events these are: their ids follow one another. */
  long events() {
    return entries.getLast().lastId() - entries.getFirst().id() + 1;
  }
}
