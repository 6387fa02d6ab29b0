package bub.console.view;

import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the agents that the lobby knows.
 *
 * @param next what to ask for as {@code from} to see more
 */
public record LobbyAgents(List<LobbyAgent> agents, @Nullable String next) {

  /** An agent and what it offers, as it was registered. */
  public record LobbyAgent(
      String agentId,
      boolean online,
      String registeredAt,
      String lastSeen,
      List<RawJson> capabilities) {}
}
