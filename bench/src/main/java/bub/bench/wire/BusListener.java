package bub.bench.wire;

/** A connection that only listens, on many addresses. */
public final class BusListener extends BusPeer {
  private final int first;
  private final int count;
  private int confirmed;

  public BusListener(int first, int count) {
    super("agent:idle" + first);
    this.first = first;
    this.count = count;
  }

  /** The addresses resemble those of the receivers, so that prefixes do not help an index. */
  @Override
  void begin(FrameWriter out) {
    for (int number = first; number < first + count; number++) {
      String address = number % 2 == 0 ? "agent:n" + number : "agent:n" + number + ":*";
      say(
          """
          {"jsonrpc":"2.0","id":%d,"method":"subscribe","params":{"address":"%s"}}\
          """
              .formatted(number - first + 2, address),
          out);
    }
  }

  @Override
  public boolean ready() {
    return confirmed == count;
  }

  @Override
  void receive(BusFrame frame, FrameWriter out) {
    if (!frame.isSubscribed()) {
      throw new BenchFailure("the bus refused a subscription: " + frame);
    }
    confirmed++;
  }
}
