package bub.agent.store;

import bub.protocol.Address;
import bub.protocol.MessageId;

/** Key of a message: an id is unique only together with its sender. */
public record MessageKey(Address from, MessageId id) {}
