package bub.bench.wire;

/** Protocol of the bench on one connection: sends a greeting, then reacts to each frame. */
interface BenchConversation {
  default String path() {
    return "/";
  }

  void open(FrameWriter out);

  void receive(byte[] frame, int length, FrameWriter out);

  /** True when the server has confirmed all requests of the greeting. */
  boolean ready();
}
