package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Inside;
import org.jspecify.annotations.Nullable;

/** The payload of an {@code ERROR}: what is wrong with a message, and which one it was. */
public record LobbyFault(
    String error, @Nullable String originalType, @Nullable String originalConversation)
    implements JsonValue {

  /** One that says no more: to somebody who has not proven who it is. */
  public static LobbyFault of(String error) {
    return new LobbyFault(error, null, null);
  }

  public static LobbyFault read(RawJson payload) {
    Fields fields = Inside.fields("payload", payload);
    return new LobbyFault(
        fields.string("error"),
        fields.optionalString("original_message_type"),
        fields.optionalString("original_conversation_id"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("error", error).optional("original_message_type", originalType);
    out.optional("original_conversation_id", originalConversation).endObject();
  }
}
