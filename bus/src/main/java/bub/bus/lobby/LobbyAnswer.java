package bub.bus.lobby;

import bub.json.JsonValue;
import bub.protocol.Address;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.ServiceResponse;
import org.jspecify.annotations.Nullable;

/** The answer to a {@link LobbyOrder}, before a wire gives it its shape. */
sealed interface LobbyAnswer {

  /** The registration has changed, and the change is stored. */
  record Done(LobbyStatus status) implements LobbyAnswer {}

  /** Agents that were looked for. */
  record Found(JsonValue agents) implements LobbyAnswer {}

  /**
   * The last answer to a call.
   *
   * @param provider provider that answered; null when the lobby answers itself
   */
  record Called(@Nullable Address provider, ServiceResponse response) implements LobbyAnswer {}

  /** Nothing has changed, and the same order will be refused again. */
  record Refused(LobbyErrorCode code, String problem) implements LobbyAnswer {}

  /** The lobby cannot answer now; the same order may succeed later. */
  record Unavailable(String problem) implements LobbyAnswer {}
}
