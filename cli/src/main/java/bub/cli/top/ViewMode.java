package bub.cli.top;

import bub.console.view.BusViews.PeerView;
import java.util.Comparator;

/** View settings that the user has chosen. */
record ViewMode(PeerOrder order, boolean isPaused) {
  static final ViewMode FIRST = new ViewMode(PeerOrder.WORST_FIRST, false);

  ViewMode after(FullScreen.Key key) {
    return switch (key) {
      case PAUSE -> new ViewMode(order, !isPaused);
      case SORT -> new ViewMode(order.next(), isPaused);
      case NONE, QUIT -> this;
    };
  }

  enum PeerOrder {
    WORST_FIRST("busiest first"),
    BY_NAME("by name"),
    NEWEST_FIRST("newest first");

    private final String words;

    PeerOrder(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    Comparator<PeerView> comparator() {
      Comparator<PeerView> byName = Comparator.comparing(PeerView::clientId);
      return switch (this) {
        case WORST_FIRST ->
            Comparator.comparingInt(PeerView::inFlight).reversed().thenComparing(byName);
        case BY_NAME -> byName;
        case NEWEST_FIRST ->
            Comparator.comparing(PeerView::connectedAt).reversed().thenComparing(byName);
      };
    }

    PeerOrder next() {
      return switch (this) {
        case WORST_FIRST -> BY_NAME;
        case BY_NAME -> NEWEST_FIRST;
        case NEWEST_FIRST -> WORST_FIRST;
      };
    }
  }
}
