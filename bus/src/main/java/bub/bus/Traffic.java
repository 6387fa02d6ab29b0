package bub.bus;

import bub.bus.policy.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;

/** How many messages came, were refused and why, and are still on their way. Hub thread only. */
final class Traffic {
  private final long[] refused = new long[Refusal.values().length];
  private long accepted;
  private int inFlight;

  void begin() {
    accepted++;
    inFlight++;
  }

  void end() {
    inFlight--;
  }

  void refused(Refusal why) {
    refused[why.ordinal()]++;
  }

  int inFlight() {
    return inFlight;
  }

  /** For {@code getMetrics}. */
  Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("messages_accepted_total", accepted);
    figures.put("messages_refused_total", LongStream.of(refused).sum());
    for (Refusal why : Refusal.values()) {
      figures.put("messages_refused_" + why.word() + "_total", refused[why.ordinal()]);
    }
    figures.put("messages_in_flight", (long) inFlight);
    return figures;
  }
}
