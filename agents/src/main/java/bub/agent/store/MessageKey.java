package bub.agent.store;

import bub.protocol.Address;
import bub.protocol.MessageId;

/** Which message: ids are only unique with their sender. */
public record MessageKey(Address from, MessageId id) {}
