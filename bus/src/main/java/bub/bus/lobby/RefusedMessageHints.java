package bub.bus.lobby;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.lobby.LobbyError;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyMessage;
import org.jspecify.annotations.Nullable;

/** Readable parts of a refused message, which tell the sender which message it was. */
record RefusedMessageHints(
    @Nullable Address sender, @Nullable String type, @Nullable MessageId conversation) {
  static final RefusedMessageHints NONE = new RefusedMessageHints(null, null, null);

  static RefusedMessageHints of(LobbyMessage message) {
    return new RefusedMessageHints(message.sender(), message.type().name(), message.conversation());
  }

  static RefusedMessageHints in(RawJson json) {
    if (!json.isObject()) {
      return NONE;
    }
    String sender = text(json, "sender_id");
    String conversation = text(json, "conversation_id");
    return new RefusedMessageHints(
        sender == null || !Address.isValid(sender) ? null : new Address(sender),
        text(json, "message_type"),
        conversation == null ? null : new MessageId(conversation));
  }

  /** Returns the member of this name when it is a short text and occurs once. */
  private static @Nullable String text(RawJson object, String name) {
    var fields = object.fields();
    RawJson only = null;
    for (int i = 0; i < fields.count(); i++) {
      if (fields.name(i).equals(name)) {
        if (only != null) {
          return null;
        }
        only = fields.value(i);
      }
    }
    if (only == null || !only.isString()) {
      return null;
    }
    String text = only.asString();
    return text.isEmpty() || text.length() > MessageId.MAX_LENGTH ? null : text;
  }

  @Nullable String conversationText() {
    return conversation == null ? null : conversation.value();
  }

  LobbyError fault(LobbyErrorCode code, String problem) {
    return new LobbyError(problem, code.word(), type, conversationText());
  }
}
