package bub.channel;

import bub.protocol.MessageId;

/** Outcome of accepting a person's message. */
public sealed interface IntakeResult {

  /** The message is on disk. The person gets an answer or a notice. */
  record Stored(MessageId messageId) implements IntakeResult {}

  record Duplicate(MessageId messageId) implements IntakeResult {}

  /** {@code reason} is for the person. */
  record Refused(String reason) implements IntakeResult {}
}
