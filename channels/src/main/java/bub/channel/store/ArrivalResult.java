package bub.channel.store;

/** What became of something that came from the bus. */
public sealed interface ArrivalResult {

  /** It is on disk. */
  record New() implements ArrivalResult {}

  /** It has come before. */
  record Known() implements ArrivalResult {}

  /** There is no place for it now. */
  record Full() implements ArrivalResult {}
}
