package bub.channel.store;

import bub.json.RawJson;
import bub.protocol.MessageId;
import java.time.Instant;

/** A person's message on its way to the agent. Every attempt uses the same id. */
public record QueuedMessage(long number, MessageId messageId, RawJson payload, Instant typedAt) {}
