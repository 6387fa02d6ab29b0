package bub.channel.store;

/** What became of something that a person typed. */
public sealed interface EnqueueResult {

  /** It is on disk. */
  record Stored() implements EnqueueResult {}

  /** It was there already, by its id. */
  record Duplicate() implements EnqueueResult {}

  /** It was not taken. */
  record Full(String reason) implements EnqueueResult {}
}
