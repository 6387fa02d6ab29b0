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
 * @param outage longest time in which a durable sender with messages delivered none to a receiver
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
    var outages = new Outages();
    for (HistoryEvent event : history) {
      boolean isDuring = event.at() >= began && event.at() <= settled;
      if (event instanceof Stored stored) {
        messages += isDuring ? 1 : 0;
        outages.stored(stored);
      } else if (event instanceof Answered answer) {
        retries += isDuring && answer.outcome() != Outcome.DELIVERED ? 1 : 0;
        outages.answered(answer, isDuring);
      }
    }
    long owners =
        OwnershipCheck.overlaps(history).stream()
            .map(OwnershipCheck.Overlap::time)
            .mapToLong(time -> time.and(new OwnershipCheck.Span(began, settled)).nanos())
            .max()
            .orElse(0);
    return new FaultReport(
        fault,
        messages,
        retries,
        Duration.ofNanos(outages.longest),
        Duration.ofNanos(owners),
        recovery);
  }

  /** Times in which the messages of a sender to a receiver waited. */
  private static final class Outages {
    private record Way(String from, String to) {}

    private final Map<MessageKey, Stored> waiting = new HashMap<>();
    private final Map<Way, Long> deliveredAt = new HashMap<>();
    private long longest;

    void stored(Stored stored) {
      waiting.put(stored.message(), stored);
    }

    void answered(Answered answer, boolean counts) {
      Stored stored = waiting.get(answer.message());
      if (stored == null || answer.outcome() != Outcome.DELIVERED) {
        return;
      }
      waiting.remove(answer.message());
      Long last = deliveredAt.put(new Way(stored.message().from(), stored.to()), answer.at());
      long since = last == null ? stored.at() : Math.max(last, stored.at());
      longest = counts ? Math.max(longest, answer.at() - since) : longest;
    }
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
