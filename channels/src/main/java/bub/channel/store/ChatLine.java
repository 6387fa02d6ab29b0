package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a chat.
 *
 * @param number unique in its store and never reused
 * @param agent agent that wrote the line, if any
 * @param messageId id on the bus; null when the channel itself wrote the line
 * @param replyTo id of the message that it answers
 * @param replyToOwnId the channel's own id of that message, if any
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
    int partsShown) {}
