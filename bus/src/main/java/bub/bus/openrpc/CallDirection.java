package bub.bus.openrpc;

/** Direction in which a method is called. */
enum CallDirection {
  PEER_TO_BUS("peer-to-bus"),
  BUS_TO_PEER("bus-to-peer"),
  BOTH_WAYS("both");

  private final String word;

  CallDirection(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
