package bub.channel.store;

import bub.json.RawJson;
import bub.protocol.MessageId;
import java.time.Instant;

/** What a person typed, as it goes to the agent: under the same id however often it is sent. */
public record QueuedMessage(long number, MessageId messageId, RawJson payload, Instant typedAt) {}
