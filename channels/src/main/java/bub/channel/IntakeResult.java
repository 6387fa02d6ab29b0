package bub.channel;

import bub.protocol.MessageId;

/** What became of something that a person typed. */
public sealed interface IntakeResult {

  /** It is on disk, and will be answered or come to an end that the person is told. */
  record Stored(MessageId messageId) implements IntakeResult {}

  /** It was taken before, under the channel's own name for it. */
  record Duplicate(MessageId messageId) implements IntakeResult {}

  /** It was not taken; {@code reason} is for the person. */
  record Refused(String reason) implements IntakeResult {}
}
