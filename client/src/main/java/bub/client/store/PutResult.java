package bub.client.store;

/** What became of a message that was put into an outbox. */
public sealed interface PutResult {

  /** It is on disk and will be delivered. */
  record Stored() implements PutResult {}

  /** It is in there already, by its sender and id. */
  record Duplicate() implements PutResult {}

  /** It was not taken. */
  record Refused(String reason) implements PutResult {}
}
