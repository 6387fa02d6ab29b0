package bub.console.api;

import bub.console.view.TraceViews.SpanView;
import bub.console.view.TraceViews.TurnSummary;
import bub.console.view.TraceViews.TurnView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns that browsers read in pages. A turn is kept until its pages are read, because it may change
 * and is slow to build. Safe for any thread.
 */
final class TurnPages {
  private static final int MOST_KEPT = 4;

  private record Whole(TurnSummary turn, List<SpanView> spans) {}

  private final SequencedMap<Long, Whole> kept = new LinkedHashMap<>();
  private long version;

  TurnPages(long firstVersion) {
    this.version = firstVersion;
  }

  /** Returns the first page of a new turn; keeps the rest if there is more than one page. */
  TurnView begin(TurnSummary turn, List<SpanView> spans, int after, int limit) {
    var whole = new Whole(turn, spans);
    long number;
    synchronized (this) {
      number = version++;
      if (spans.size() > (long) after + limit && limit > 0) {
        kept.putLast(number, whole);
        if (kept.size() > MOST_KEPT) {
          kept.pollFirstEntry();
        }
      }
    }
    return page(number, whole, after, limit);
  }

  /** Returns null when this version is no longer kept. */
  @Nullable TurnView next(long number, int after, int limit) {
    Whole whole;
    synchronized (this) {
      whole = kept.get(number);
      if (whole != null && after + (long) limit >= whole.spans().size()) {
        kept.remove(number);
      }
    }
    return whole == null ? null : page(number, whole, after, limit);
  }

  private static TurnView page(long number, Whole whole, int after, int limit) {
    int total = whole.spans().size();
    int first = Math.min(after, total);
    int end = (int) Math.min(total, (long) first + limit);
    return new TurnView(whole.turn(), number, total, whole.spans().subList(first, end));
  }
}
