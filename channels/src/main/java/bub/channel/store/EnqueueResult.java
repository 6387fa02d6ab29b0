package bub.channel.store;

/** Outcome of storing a person's message. */
public sealed interface EnqueueResult {

  /** The message is on disk. */
  record Stored() implements EnqueueResult {}

  /** A message with this id was already stored. */
  record Duplicate() implements EnqueueResult {}

  /** The store has no space for the message. */
  record Full(String reason) implements EnqueueResult {}
}
