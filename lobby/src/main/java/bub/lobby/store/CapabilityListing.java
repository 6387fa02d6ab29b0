package bub.lobby.store;

import bub.protocol.lobby.Capability;

/** A whole capability, and the id it is to be kept and found under. Ids are never used twice. */
public record CapabilityListing(long id, Capability capability) {

  /** About how much memory this takes while it waits to be written. */
  int bytes() {
    int requesters = 64 * capability.authorizedRequesters().size();
    int keywords = 64 * capability.keywords().size();
    int schemas = capability.inputSchema().length() + capability.outputSchema().length();
    return capability.description().length() + schemas + keywords + requesters;
  }
}
