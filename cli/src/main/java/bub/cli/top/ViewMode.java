package bub.cli.top;

/** View settings that the user has chosen. */
record ViewMode(PeerOrder order, boolean isPaused) {
  static final ViewMode FIRST = new ViewMode(PeerOrder.WORST_FIRST, false);

  ViewMode after(Key key) {
    return switch (key) {
      case PAUSE -> new ViewMode(order, !isPaused);
      case SORT -> new ViewMode(order.next(), isPaused);
      case NONE, QUIT -> this;
    };
  }
}
