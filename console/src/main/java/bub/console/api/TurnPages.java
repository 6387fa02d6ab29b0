package bub.console.api;

import bub.console.view.TraceViews.TurnView;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns that browsers read in pages. A turn is kept until its pages are read, because it may change
 * and is slow to build. Safe for any thread.
 */
final class TurnPages {
  private static final int MOST_KEPT = 4;

  private final SequencedMap<Long, TurnView> kept = new LinkedHashMap<>();

  /** Returns a page of a new turn, and keeps the turn if more pages follow. */
  TurnView begin(TurnView whole, int after, int limit) {
    if (limit > 0 && (long) after + limit < whole.total()) {
      synchronized (this) {
        kept.putLast(whole.version(), whole);
        if (kept.size() > MOST_KEPT) {
          kept.pollFirstEntry();
        }
      }
    }
    return page(whole, after, limit);
  }

  /** Returns null when this version is not kept. */
  @Nullable TurnView next(long version, int after, int limit) {
    TurnView whole;
    synchronized (this) {
      whole = kept.get(version);
      if (whole != null && (long) after + limit >= whole.total()) {
        kept.remove(version);
      }
    }
    return whole == null ? null : page(whole, after, limit);
  }

  private static TurnView page(TurnView whole, int after, int limit) {
    int first = Math.min(after, whole.total());
    int end = (int) Math.min(whole.total(), (long) first + limit);
    return new TurnView(
        whole.turn(),
        whole.cut(),
        whole.version(),
        whole.total(),
        whole.spans().subList(first, end));
  }
}
