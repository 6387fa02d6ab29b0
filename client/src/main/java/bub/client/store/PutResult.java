package bub.client.store;

/** Outcome of a put into an outbox. */
public sealed interface PutResult {

  /** Message on disk that will be delivered. */
  record Stored() implements PutResult {}

  /** Message that the outbox already has, by its sender and id. */
  record Duplicate() implements PutResult {}

  /** Message that was not accepted. */
  record Refused(String reason) implements PutResult {}
}
