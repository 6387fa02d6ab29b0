package bub.lobby;

import bub.protocol.Address;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Settings of the lobby.
 *
 * @param id name of the lobby in its own dialect
 * @param retention time for which an offline agent keeps its id
 * @param timeout for calls of a capability that sets none
 * @param maxBytes memory for all registrations; above it, new ones are refused
 */
public record LobbySettings(Address id, Duration retention, Duration timeout, long maxBytes) {
  public static final Address ON_THE_BUS = new Address("system:lobby");

  private static final Address SHORT = new Address("lobby");

  public static LobbySettings standard() {
    return new LobbySettings(
        new Address("global_lobby"),
        Duration.ofDays(30),
        Duration.ofSeconds(60),
        standardMaxBytes());
  }

  /** A heap of 256 MiB has room for a hundred thousand agents. */
  public static long standardMaxBytes() {
    return Runtime.getRuntime().maxMemory() / 4;
  }

  Set<Address> addresses() {
    return Set.copyOf(new LinkedHashSet<>(List.of(id, SHORT, ON_THE_BUS)));
  }
}
