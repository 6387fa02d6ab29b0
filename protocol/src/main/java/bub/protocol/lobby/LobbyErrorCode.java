package bub.protocol.lobby;

import bub.json.InvalidField;
import java.util.Locale;

/** The {@code error_code} of an {@code ERROR}: the kind of problem, for programs. */
public enum LobbyErrorCode {
  /** The message cannot be read, or breaks a rule of its type. */
  INVALID_MESSAGE,
  /** The sender speaks no version of the protocol that the lobby knows. */
  UNSUPPORTED_VERSION,
  /** The sender did not prove that the id is its own. */
  AUTHENTICATION_FAILED,
  /** The bus keeps this sender out, or keeps it from saying this. */
  UNAUTHORIZED,
  /** The id belongs to another agent, or to a part of bub. */
  ID_TAKEN,
  /** A capability, or one of its schemas, breaks a rule. */
  INVALID_CAPABILITY,
  /** The agent is not registered. */
  NOT_REGISTERED,
  /** Nobody waits for this answer. */
  NO_OPEN_REQUEST,
  /** The answer of a provider breaks its own contract. */
  INVALID_OUTPUT,
  /** The sender sends too much at once, or the lobby has too much to do. */
  RATE_LIMITED,
  /** The lobby cannot do this at the moment: its disk, its memory, or the end of the bus. */
  UNAVAILABLE;

  private final String word = name().toLowerCase(Locale.ROOT);

  public String word() {
    return word;
  }

  /** The kind of problem that a field of a message has. */
  public static LobbyErrorCode of(InvalidField problem) {
    if (problem.field().equals(ProtocolVersion.FIELD)) {
      return UNSUPPORTED_VERSION;
    }
    return problem.field().startsWith("capabilities[") ? INVALID_CAPABILITY : INVALID_MESSAGE;
  }
}
