package bub.lobby;

import bub.protocol.Address;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What an operator decides about the lobby.
 *
 * @param id what it calls itself on its own wire
 * @param retention how long an agent that is not here keeps its id
 * @param patience how long a caller waits where a capability does not say
 * @param maxBytes memory for all registrations; past it new ones are refused
 */
public record LobbySettings(Address id, Duration retention, Duration patience, long maxBytes) {
  /** Where peers of the bus find it. */
  public static final Address ON_THE_BUS = new Address("system:lobby");

  private static final Address SHORT = new Address("lobby");

  public static LobbySettings standard() {
    return new LobbySettings(
        new Address("global_lobby"),
        Duration.ofDays(30),
        Duration.ofSeconds(60),
        standardMaxBytes());
  }

  /** A quarter of the heap: room for a hundred thousand agents in 256 MiB. */
  public static long standardMaxBytes() {
    return Runtime.getRuntime().maxMemory() / 4;
  }

  /** All the addresses that are the lobby's own. */
  Set<Address> addresses() {
    return Set.copyOf(new LinkedHashSet<>(List.of(id, SHORT, ON_THE_BUS)));
  }
}
