package bub.protocol.lobby;

import bub.json.InvalidField;
import java.util.Locale;

/** {@code error_code} of an {@code ERROR}: the kind of problem, for programs. */
public enum LobbyErrorCode {
  INVALID_MESSAGE,
  UNSUPPORTED_VERSION,
  /** The sender did not prove that the id belongs to it. */
  AUTHENTICATION_FAILED,
  /** The bus does not permit this sender, or this message of the sender. */
  UNAUTHORIZED,
  /** The id belongs to another agent, or to a part of bub. */
  ID_TAKEN,
  INVALID_CAPABILITY,
  NOT_REGISTERED,
  NO_OPEN_REQUEST,
  /** The answer of a provider violates its own contract. */
  INVALID_OUTPUT,
  /** The sender exceeds its rate limit, or the lobby is overloaded. */
  RATE_LIMITED,
  /** The lobby cannot do this now, because of its disk, its memory, or the shutdown of the bus. */
  UNAVAILABLE;

  private final String word = name().toLowerCase(Locale.ROOT);

  public String word() {
    return word;
  }

  public static LobbyErrorCode of(InvalidField problem) {
    if (problem.field().equals(ProtocolVersion.FIELD)) {
      return UNSUPPORTED_VERSION;
    }
    return problem.field().startsWith("capabilities[") ? INVALID_CAPABILITY : INVALID_MESSAGE;
  }
}
