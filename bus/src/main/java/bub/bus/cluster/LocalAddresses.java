package bub.bus.cluster;

import bub.protocol.Address;
import java.util.Set;

/** Addresses of bub's own parts. Each node has them itself, so they never leave their node. */
public final class LocalAddresses {
  private static final String SYSTEM = "system:";
  private static final Set<String> PARTS =
      Set.of(
          "agent:system",
          "agent:console",
          "agent:gateway",
          "telegram-bridge",
          "lobby",
          "global_lobby");

  private LocalAddresses() {}

  public static boolean contain(Address address) {
    return contain(address.value());
  }

  public static boolean contain(String address) {
    return address.startsWith(SYSTEM) || PARTS.contains(address);
  }
}
