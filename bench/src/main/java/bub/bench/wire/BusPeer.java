package bub.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** A connection that has initialized its session with the bus. */
abstract class BusPeer implements BenchConversation {
  final PayloadBuffer scratch = new PayloadBuffer();
  private final String clientId;
  private final BusFrame bus = new BusFrame();
  private boolean initialized;

  BusPeer(String clientId) {
    this.clientId = clientId;
  }

  @Override
  public void open(FrameWriter out) {
    say(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientId":"%s",\
        "clientInfo":{"name":"bench","version":"0.2.0"}}}\
        """
            .formatted(clientId),
        out);
  }

  @Override
  public boolean ready() {
    return initialized;
  }

  @Override
  public void receive(byte[] frame, int length, FrameWriter out) {
    bus.read(frame, length);
    if (initialized) {
      receive(bus, out);
    } else if (bus.isPlainSuccess()) {
      initialized = true;
      begin(out);
    } else {
      throw new BenchFailure("the bus refused initialize: " + bus);
    }
  }

  void begin(FrameWriter out) {}

  abstract void receive(BusFrame frame, FrameWriter out);

  void say(String json, FrameWriter out) {
    out.frame(FrameWriter.TEXT, scratch.clear().put(json.getBytes(US_ASCII)));
  }
}
