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
 * @param timeout time limit of a call whose capability sets none
 * @param maxBytes memory limit for all registrations; above it, new ones are refused
 */
public record LobbySettings(Address id, Duration retention, Duration timeout, long maxBytes) {
  /** Address of the lobby for bus peers. */
  public static final Address ON_THE_BUS = new Address("system:lobby");

  private static final Address SHORT = new Address("lobby");

  public static LobbySettings standard() {
    return new LobbySettings(
        new Address("global_lobby"),
        Duration.ofDays(30),
        Duration.ofSeconds(60),
        standardMaxBytes());
  }

  /** Quarter of the heap; a heap of 256 MiB has room for a hundred thousand agents. */
  public static long standardMaxBytes() {
    return Runtime.getRuntime().maxMemory() / 4;
  }

  /** All addresses that belong to the lobby. */
  Set<Address> addresses() {
    return Set.copyOf(new LinkedHashSet<>(List.of(id, SHORT, ON_THE_BUS)));
  }
}
