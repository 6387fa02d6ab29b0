package bub.bus.lobby;

import bub.json.JsonValue;
import bub.protocol.Address;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.ServiceResponse;
import org.jspecify.annotations.Nullable;

/** Answer to a {@link LobbyOrder}, before a wire gives it its shape. */
sealed interface LobbyAnswer {

  /** The registration has changed, and the change is stored. */
  record Done(LobbyStatus status) implements LobbyAnswer {}

  record Found(JsonValue agents) implements LobbyAnswer {}

  /** Last answer to a call; a null {@code provider} means the lobby itself. */
  record Called(@Nullable Address provider, ServiceResponse response) implements LobbyAnswer {}

  /** Nothing has changed, and the same order will be refused again. */
  record Refused(LobbyErrorCode code, String problem) implements LobbyAnswer {}

  /** The lobby cannot answer now; the same order may succeed later. */
  record Unavailable(String problem) implements LobbyAnswer {}
}
