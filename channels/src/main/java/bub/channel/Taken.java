package bub.channel;

import bub.protocol.MessageId;

/** What became of something that a person typed. */
public sealed interface Taken {

  /** It is on disk, and will be answered or come to an end that the person is told. */
  record Stored(MessageId messageId) implements Taken {}

  /** It was taken before, under the channel's own name for it. */
  record Duplicate(MessageId messageId) implements Taken {}

  /** It was not taken; {@code reason} is for the person. */
  record Refused(String reason) implements Taken {}
}
