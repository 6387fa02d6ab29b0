package bub.agent.store;

import bub.protocol.MessageId;
import java.time.Instant;

/** Message that the agent has scheduled for itself. */
public record Alarm(MessageId id, Instant due, String text) {}
