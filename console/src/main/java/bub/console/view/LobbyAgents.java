package bub.console.view;

import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the lobby's agents.
 *
 * @param next value of {@code from} for the next page
 */
public record LobbyAgents(List<LobbyAgent> agents, @Nullable String next) {

  /** An agent and its capabilities, as registered. */
  public record LobbyAgent(
      String agentId,
      boolean online,
      String registeredAt,
      String lastSeen,
      List<RawJson> capabilities) {}
}
