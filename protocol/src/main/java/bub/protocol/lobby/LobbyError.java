package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/** Payload of an {@code ERROR}: the problem and the message that caused it. */
public record LobbyError(
    String error, String code, @Nullable String originalType, @Nullable String originalConversation)
    implements JsonValue {

  /** Creates an error without details of the message, for senders that are not authenticated. */
  public static LobbyError of(LobbyErrorCode code, String error) {
    return new LobbyError(error, code.word(), null, null);
  }

  public static LobbyError read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    String code = fields.optionalString("error_code");
    return new LobbyError(
        fields.string("error"),
        code == null ? LobbyErrorCode.INVALID_MESSAGE.word() : code,
        fields.optionalString("original_message_type"),
        fields.optionalString("original_conversation_id"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("error", error).field("error_code", code);
    out.optional("original_message_type", originalType);
    out.optional("original_conversation_id", originalConversation).endObject();
  }
}
