package bub.checks.cluster;

import bub.checks.cluster.HistoryEvent.Connected;
import bub.checks.cluster.HistoryEvent.Ended;
import bub.checks.cluster.HistoryEvent.FaultBegan;
import bub.checks.cluster.HistoryEvent.FaultHealed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Check that a clientId has one live owner.
 *
 * @param handover time for which the old connection may outlive the start of the new one
 * @param recovery time after the end of a fault until that holds again
 */
record OwnershipCheck(Duration handover, Duration recovery) {

  /** Two connections of one clientId lived at the same time, in the eyes of their clients. */
  record Overlap(String clientId, Span time, Connected older, Connected newer) {}

  record Span(long from, long to) {
    long nanos() {
      return Math.max(0, to - from);
    }

    Span and(Span other) {
      return new Span(Math.max(from, other.from), Math.min(to, other.to));
    }
  }

  private record Life(Connected start, long end) {}

  void check(List<HistoryEvent> ordered, List<String> problems) {
    List<Span> faults = faults(ordered);
    for (Overlap overlap : overlaps(ordered)) {
      long excused = faults.stream().mapToLong(fault -> fault.and(overlap.time()).nanos()).sum();
      long nanos = overlap.time().nanos() - excused;
      if (nanos > handover.toNanos()) {
        problems.add(
            "two owners: %s had two live connections for %d ms without a fault: %s and %s until %d"
                .formatted(
                    overlap.clientId(),
                    Duration.ofNanos(nanos).toMillis(),
                    overlap.older(),
                    overlap.newer(),
                    overlap.time().to()));
      }
    }
  }

  /** Times of all faults with their recovery, without overlaps among them. */
  private List<Span> faults(List<HistoryEvent> ordered) {
    var spans = new ArrayList<Span>();
    long end = ordered.isEmpty() ? 0 : ordered.getLast().at();
    var open = new LinkedHashMap<String, Long>();
    for (HistoryEvent event : ordered) {
      if (event instanceof FaultBegan(long at, String fault)) {
        open.put(fault, at);
      } else if (event instanceof FaultHealed(long at, String fault)) {
        Long from = open.remove(fault);
        spans.add(new Span(from == null ? at : from, at + recovery.toNanos()));
      }
    }
    open.values().forEach(from -> spans.add(new Span(from, end)));
    spans.sort(Comparator.comparingLong(Span::from));
    var merged = new ArrayList<Span>();
    for (Span span : spans) {
      Span last = merged.isEmpty() ? null : merged.getLast();
      if (last != null && span.from() <= last.to()) {
        merged.set(merged.size() - 1, new Span(last.from(), Math.max(last.to(), span.to())));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }

  static List<Overlap> overlaps(List<HistoryEvent> ordered) {
    var overlaps = new ArrayList<Overlap>();
    for (List<Life> lives : lives(ordered).values()) {
      for (int newer = 1; newer < lives.size(); newer++) {
        Life late = lives.get(newer);
        for (int older = 0; older < newer; older++) {
          Life early = lives.get(older);
          var both = new Span(late.start().at(), Math.min(early.end(), late.end()));
          if (both.nanos() > 0) {
            overlaps.add(new Overlap(early.start().clientId(), both, early.start(), late.start()));
          }
        }
      }
    }
    return overlaps;
  }

  /** Connections by clientId, in the order of their starts. */
  private static Map<String, List<Life>> lives(List<HistoryEvent> ordered) {
    long now = ordered.isEmpty() ? 0 : ordered.getLast().at();
    Map<Long, Long> ends = new HashMap<>();
    for (HistoryEvent event : ordered) {
      if (event instanceof Ended(long at, String _, long connection, int _)) {
        ends.putIfAbsent(connection, at);
      }
    }
    var lives = new LinkedHashMap<String, List<Life>>();
    for (HistoryEvent event : ordered) {
      if (event instanceof Connected start) {
        lives
            .computeIfAbsent(start.clientId(), _ -> new ArrayList<>())
            .add(new Life(start, ends.getOrDefault(start.connection(), now)));
      }
    }
    return lives;
  }
}
