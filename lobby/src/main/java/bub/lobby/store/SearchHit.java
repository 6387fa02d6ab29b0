package bub.lobby.store;

import bub.protocol.Address;

/** Search result: the id of a capability and its agent. */
public record SearchHit(long id, Address agent) {}
