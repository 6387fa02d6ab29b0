package bub.bench;

/** What the bench says on one connection: it greets, then reacts to every frame. */
interface BenchConversation {
  /** The WebSocket path it is held at. */
  default String path() {
    return "/";
  }

  void open(FrameWriter out);

  void receive(byte[] frame, int length, FrameWriter out);

  /** Whether the server has confirmed everything the greeting asked for. */
  boolean ready();
}
