package bub.bench.wire;

/** A conversation that sends requests and passes their answers to its {@link RequestsInFlight}. */
interface RequestSender extends BenchConversation {
  void request(long id, int receiver, FrameWriter out);
}
