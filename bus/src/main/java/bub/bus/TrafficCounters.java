package bub.bus;

import bub.bus.policy.RefusalReason;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counters of accepted, refused and in-flight messages. Hub thread only. */
final class TrafficCounters {
  private final Map<RefusalReason, Long> refused = new EnumMap<>(RefusalReason.class);
  private long accepted;
  private int inFlight;

  TrafficCounters() {
    for (RefusalReason why : RefusalReason.values()) {
      refused.put(why, 0L);
    }
  }

  void begin() {
    accepted++;
    inFlight++;
  }

  void end() {
    inFlight--;
  }

  void refused(RefusalReason why) {
    refused.merge(why, 1L, Long::sum);
  }

  int inFlight() {
    return inFlight;
  }

  Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("messages_accepted_total", accepted);
    figures.put(
        "messages_refused_total", refused.values().stream().mapToLong(Long::longValue).sum());
    refused.forEach(
        (why, count) -> figures.put("messages_refused_" + why.word() + "_total", count));
    figures.put("messages_in_flight", (long) inFlight);
    return figures;
  }
}
