package bub.channel.store;

/** Outcome of storing a person's message. */
public sealed interface EnqueueResult {

  record Stored() implements EnqueueResult {}

  record Duplicate() implements EnqueueResult {}

  record Full(String reason) implements EnqueueResult {}
}
