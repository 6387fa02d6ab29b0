package bub.lobby.store;

import bub.protocol.Address;

/** A capability that was found, by its id, and who offers it. */
public record SearchHit(long id, Address agent) {}
