package bub.channel.store;

/** What became of something that came from the bus. */
public sealed interface Arrival {

  /** It is on disk. */
  record New() implements Arrival {}

  /** It has come before. */
  record Known() implements Arrival {}

  /** There is no place for it now. */
  record Full() implements Arrival {}
}
