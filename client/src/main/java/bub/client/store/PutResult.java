package bub.client.store;

/** Outcome of a put into an outbox. */
public sealed interface PutResult {

  record Stored() implements PutResult {}

  /** The outbox already has a message of this sender and id. */
  record Duplicate() implements PutResult {}

  record Refused(String reason) implements PutResult {}
}
