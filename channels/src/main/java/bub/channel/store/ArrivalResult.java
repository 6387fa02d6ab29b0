package bub.channel.store;

/** Outcome of storing a message from the bus. */
public sealed interface ArrivalResult {

  record New() implements ArrivalResult {}

  record Known() implements ArrivalResult {}

  /** The person stopped the message that this one answers. */
  record Stopped() implements ArrivalResult {}

  /** The store has no space for the message now. */
  record Full() implements ArrivalResult {}
}
