package bub.bench;

/** A conversation that sends requests and hands their answers to its {@link Flight}. */
interface Sender extends Conversation {
  void request(long id, int receiver, FrameWriter out);
}
