package bub.lobby;

import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.Version;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** In-memory part of an offered capability; the store has the rest under the same id. */
record Offer(
    long id,
    RegisteredAgent agent,
    String name,
    @Nullable Version version,
    List<Address> requesters,
    @Nullable Integer timeoutSeconds) {
  /** Newest version last; an offer without a version is the oldest. */
  static final Comparator<Offer> BY_VERSION =
      Comparator.comparing(
          Offer::version, Comparator.nullsFirst(Comparator.<Version>naturalOrder()));

  private static final int OWN_BYTES = 160;
  private static final int ADDRESS_BYTES = 64;

  static Offer of(long id, RegisteredAgent agent, Capability capability) {
    return new Offer(
        id,
        agent,
        capability.name(),
        capability.version(),
        capability.authorizedRequesters(),
        capability.timeoutSeconds());
  }

  /** Approximate. */
  long heldBytes() {
    long bytes = (long) OWN_BYTES + name.length();
    for (Address requester : requesters) {
      bytes += ADDRESS_BYTES + requester.value().length();
    }
    return bytes;
  }

  boolean isOf(Capability capability) {
    return name.equals(capability.name()) && Objects.equals(version, capability.version());
  }

  /** With the version only when the agent offers several. */
  String callName() {
    return version != null && agent.hasSeveral(name) ? name + "@" + version : name;
  }

  boolean mayBeCalledBy(Address requester) {
    return requesters.isEmpty() || requesters.contains(requester);
  }

  boolean fits(CapabilityRef wanted) {
    return name.equals(wanted.name()) && wanted.versions().contains(version);
  }

  /** By id only, because an agent and its offers refer to each other. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Offer that && that.id == id;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }

  @Override
  public String toString() {
    return name + (version == null ? "" : "@" + version) + " of " + agent.id();
  }
}
