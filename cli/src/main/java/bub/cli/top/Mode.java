package bub.cli.top;

/** What whoever looks has chosen. */
record Mode(PeerOrder order, boolean isPaused) {
  static final Mode FIRST = new Mode(PeerOrder.WORST_FIRST, false);

  Mode after(Key key) {
    return switch (key) {
      case PAUSE -> new Mode(order, !isPaused);
      case SORT -> new Mode(order.next(), isPaused);
      case NONE, QUIT -> this;
    };
  }
}
