package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a chat.
 *
 * @param number unique in its store and never reused
 * @param agent author, for a line of an agent or an operator
 * @param messageId id on the bus; null for a line of the channel itself
 * @param replyToOwnId the channel's own id of the answered message, if any
 * @param partsShown number of parts that the person has seen, when the channel splits long lines
 */
public record ChatLine(
    long number,
    LineAuthor speaker,
    @Nullable Address agent,
    @Nullable MessageId messageId,
    String text,
    @Nullable MessageId replyTo,
    @Nullable String replyToOwnId,
    Instant at,
    int partsShown) {

  public boolean isFromAgent() {
    return speaker == LineAuthor.AGENT;
  }

  public String operator() {
    return "Operator (" + agent + ")";
  }
}
