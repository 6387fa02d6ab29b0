package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing said in a chat.
 *
 * @param number unique in its store and never used again: what a line can be recognized by
 * @param agent who said it, when an agent or an operator did
 * @param messageId its id on the bus; null when the channel itself said it
 * @param replyTo the message that it answers
 * @param replyToOwnId the channel's own name for that message, when it has one
 * @param partsShown how many parts of it the person has seen, when the channel splits long ones
 */
public record Line(
    long number,
    Speaker speaker,
    @Nullable Address agent,
    @Nullable MessageId messageId,
    String text,
    @Nullable MessageId replyTo,
    @Nullable String replyToOwnId,
    Instant at,
    int partsShown) {

  public boolean isFromAgent() {
    return speaker == Speaker.AGENT;
  }

  /** Name of the operator who wrote it, for the person of the chat. */
  public String operator() {
    return "Operator (" + agent + ")";
  }
}
