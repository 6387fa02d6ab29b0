package bub.cluster.interest;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts of the events that an operator wants to see. */
final class InterestCounters {

  /** Event that is counted. */
  enum Event {
    MESSAGES_SENT,
    BYTES_SENT,
    MESSAGES_RECEIVED,
    BYTES_RECEIVED,
    MALFORMED_MESSAGES,
    UNKNOWN_TYPES,
    UNKNOWN_VERSIONS,
    NODES_REFUSED,
    NODES_LOST,
    ENTRIES_REFUSED,
    DELTAS_REFUSED,
    DIVERGENCES,
    REPAIRS_REQUESTED,
    DELTAS_RESENT,
    SNAPSHOTS_SENT,
    SNAPSHOTS_APPLIED,
    SLICES_SENT,
    BARRIERS_CONFIRMED,
    BARRIERS_TIMED_OUT,
    BARRIERS_REFUSED
  }

  private final Map<Event, Long> counts = new EnumMap<>(Event.class);

  void count(Event event) {
    add(event, 1);
  }

  void add(Event event, long amount) {
    counts.merge(event, amount, Long::sum);
  }

  void putInto(Map<String, Long> figures) {
    for (Event event : Event.values()) {
      figures.put(event.name().toLowerCase(Locale.ROOT), counts.getOrDefault(event, 0L));
    }
  }
}
