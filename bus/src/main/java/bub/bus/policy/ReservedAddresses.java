package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Addresses that a peer without a token must not send from on an open bus: the ids of bub's own
 * parts, the addresses of bridges that start with the bus, and every address that a connected
 * bridge was granted. Hub thread only.
 */
public final class ReservedAddresses {
  private static final Set<String> OWN_PARTS =
      Set.of(
          "agent:system",
          "agent:console",
          "agent:gateway",
          "telegram-bridge",
          "system:trace",
          "system:cluster");

  private final List<Pattern> fromTheStart;
  private final List<SenderInfo> bridges = new ArrayList<>();

  /** Bridges that start with the bus connect a moment later; nobody may use that moment. */
  public ReservedAddresses(List<Pattern> fromTheStart) {
    this.fromTheStart = fromTheStart;
  }

  public void joined(SenderInfo peer) {
    Principal principal = peer.principal();
    if (principal != null && principal.isBridge()) {
      bridges.add(peer);
    }
  }

  public void left(SenderInfo peer) {
    bridges.remove(peer);
  }

  boolean contains(Address from) {
    if (OWN_PARTS.contains(from.value())) {
      return true;
    }
    for (Pattern pattern : fromTheStart) {
      if (pattern.matches(from.value())) {
        return true;
      }
    }
    for (SenderInfo bridge : bridges) {
      Principal principal = bridge.principal();
      if (principal != null && principal.maySendAs(from)) {
        return true;
      }
    }
    return false;
  }
}
