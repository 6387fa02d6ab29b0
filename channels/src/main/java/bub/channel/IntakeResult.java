package bub.channel;

import bub.protocol.MessageId;

/** Outcome of accepting a person's message. */
public sealed interface IntakeResult {

  /** The message is on disk. It will be answered, or the person is told why not. */
  record Stored(MessageId messageId) implements IntakeResult {}

  /** The message was accepted before, under the same id of the channel. */
  record Duplicate(MessageId messageId) implements IntakeResult {}

  /** The message was refused. {@code reason} is for the person. */
  record Refused(String reason) implements IntakeResult {}
}
