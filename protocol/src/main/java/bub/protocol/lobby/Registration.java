package bub.protocol.lobby;

import org.jspecify.annotations.Nullable;

/** How a registration, a change of it or its end turned out. */
public sealed interface Registration {

  /**
   * Done, and stored: it survives the end of this process.
   *
   * @param newToken the agent's token, if it is new; it is told once and never again
   */
  record Done(@Nullable String newToken) implements Registration {
    /** Never the token. */
    @Override
    public String toString() {
      return newToken == null ? "done" : "done, with a new token";
    }
  }

  /** Nothing has changed; {@code problem} is for the agent's author. */
  record Refused(LobbyErrorCode code, String problem) implements Registration {}
}
