package bub.protocol.lobby;

import org.jspecify.annotations.Nullable;

/** Outcome of a registration, an update or a deregistration. */
public sealed interface Registration {

  /** Success, which is on disk; {@code newToken} is sent once and never again. */
  record Done(@Nullable String newToken) implements Registration {
    /** Omits the token. */
    @Override
    public String toString() {
      return newToken == null ? "done" : "done, with a new token";
    }
  }

  /** Refusal. Nothing has changed; {@code problem} is for the author of the agent. */
  record Refused(LobbyErrorCode code, String problem) implements Registration {}
}
