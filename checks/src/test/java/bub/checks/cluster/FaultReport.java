package bub.checks.cluster;

import bub.checks.cluster.HistoryEvent.Answered;
import bub.checks.cluster.HistoryEvent.MessageKey;
import bub.checks.cluster.HistoryEvent.Outcome;
import bub.checks.cluster.HistoryEvent.Stored;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Figures of one fault, from its begin to the end of the recovery.
 *
 * @param retries answers to durable and other senders that were no success
 * @param outage longest time in which a durable sender delivered nothing
 * @param twoOwners longest time in which a clientId had two connections
 * @param recovery time from the end of the fault until all tables were equal
 */
record FaultReport(
    String fault,
    long messages,
    long retries,
    Duration outage,
    Duration twoOwners,
    Duration recovery) {

  static FaultReport of(
      String fault, List<HistoryEvent> history, long began, long settled, Duration recovery) {
    long messages = 0;
    long retries = 0;
    Map<String, Long> deliveredAt = new HashMap<>();
    long outage = 0;
    for (HistoryEvent event : history) {
      if (event.at() < began || event.at() > settled) {
        continue;
      }
      if (event instanceof Stored stored) {
        messages++;
        deliveredAt.putIfAbsent(stored.message().from(), stored.at());
      } else if (event instanceof Answered(long at, MessageKey message, Outcome outcome)) {
        if (outcome != Outcome.DELIVERED) {
          retries++;
        } else if (deliveredAt.containsKey(message.from())) {
          outage = Math.max(outage, at - deliveredAt.put(message.from(), at));
        }
      }
    }
    long owners =
        OwnershipCheck.overlaps(history).stream()
            .map(OwnershipCheck.Overlap::time)
            .mapToLong(time -> time.and(new OwnershipCheck.Span(began, settled)).nanos())
            .max()
            .orElse(0);
    return new FaultReport(
        fault, messages, retries, Duration.ofNanos(outage), Duration.ofNanos(owners), recovery);
  }

  static String header() {
    return """
    | Fault | Messages | Answers that were no success | Longest outage of a sender | Two owners for | Tables equal after |
    |---|---|---|---|---|---|
    """;
  }

  String row() {
    return "| %s | %d | %d | %s | %s | %s |%n"
        .formatted(fault, messages, retries, words(outage), words(twoOwners), words(recovery));
  }

  private static String words(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
