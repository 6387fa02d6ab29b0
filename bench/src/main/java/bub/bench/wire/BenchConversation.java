package bub.bench.wire;

/** Protocol of the bench on one connection: a greeting, then a reaction to each frame. */
interface BenchConversation {
  default String path() {
    return "/";
  }

  void open(FrameWriter out);

  void receive(byte[] frame, int length, FrameWriter out);

  /** True when the server has confirmed all requests of the greeting. */
  boolean ready();
}
