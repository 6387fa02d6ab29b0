package bub.protocol.lobby;

import org.jspecify.annotations.Nullable;

/** Types of the messages in the lobby's own protocol. */
public enum MessageType {
  REGISTER,
  REGISTER_ACK,
  UPDATE_CAPABILITIES,
  UPDATE_CAPABILITIES_ACK,
  DEREGISTER,
  DEREGISTER_ACK,
  DISCOVER_SERVICES,
  SERVICES_AVAILABLE,
  REQUEST,
  RESPONSE,
  MESSAGE,
  MESSAGE_ACK,
  ERROR;

  private static final MessageType[] ALL = values();

  static @Nullable MessageType of(String word) {
    for (MessageType type : ALL) {
      if (type.name().equals(word)) {
        return type;
      }
    }
    return null;
  }
}
