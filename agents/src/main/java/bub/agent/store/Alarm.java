package bub.agent.store;

import bub.protocol.MessageId;
import java.time.Instant;

/** Something the agent wants to be told later. */
public record Alarm(MessageId id, Instant due, String text) {}
