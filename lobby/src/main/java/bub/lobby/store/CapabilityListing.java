package bub.lobby.store;

import bub.protocol.lobby.Capability;

/** Capability with the id of its rows. Ids are never reused. */
public record CapabilityListing(long id, Capability capability) {

  /** Approximate memory while it waits to be written. */
  int bytes() {
    int requesters = 64 * capability.authorizedRequesters().size();
    int keywords = 64 * capability.keywords().size();
    int schemas = capability.inputSchema().length() + capability.outputSchema().length();
    return capability.description().length() + schemas + keywords + requesters;
  }
}
