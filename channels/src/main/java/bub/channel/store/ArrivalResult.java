package bub.channel.store;

/** Outcome of storing a message from the bus. */
public sealed interface ArrivalResult {

  /** The message is on disk. */
  record New() implements ArrivalResult {}

  /** The message arrived before. */
  record Known() implements ArrivalResult {}

  /** The store has no space for the message now. */
  record Full() implements ArrivalResult {}
}
