package bub.bus.openrpc;

/** Who calls a method. */
enum Direction {
  PEER_TO_BUS("peer-to-bus"),
  BUS_TO_PEER("bus-to-peer"),
  BOTH_WAYS("both");

  private final String word;

  Direction(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
