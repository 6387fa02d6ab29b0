package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Message of the lobby's own protocol.
 *
 * @param authToken token of the sender; never part of a message that the lobby sends
 * @param protocolVersion protocol versions that the sender speaks; null when it names none
 */
public record LobbyMessage(
    Address sender,
    Address receiver,
    MessageType type,
    JsonValue payload,
    @Nullable MessageId conversation,
    @Nullable String authToken,
    @Nullable String protocolVersion)
    implements JsonValue {
  private static final List<String> FIELDS =
      List.of(
          "sender_id",
          "receiver_id",
          "message_type",
          "payload",
          "conversation_id",
          "auth_token",
          ProtocolVersion.FIELD);

  public LobbyMessage(
      Address sender,
      Address receiver,
      MessageType type,
      JsonValue payload,
      @Nullable MessageId conversation) {
    this(sender, receiver, type, payload, conversation, null, null);
  }

  public static LobbyMessage read(RawJson message) {
    Fields fields = StrictReader.fields("message", message, FIELDS);
    MessageType type = MessageType.of(fields.string("message_type"));
    if (type == null) {
      throw new InvalidField("message_type", "is unknown to the lobby");
    }
    String conversation = fields.optionalString("conversation_id");
    return new LobbyMessage(
        Address.check("sender_id", fields.string("sender_id")),
        Address.check("receiver_id", fields.string("receiver_id")),
        type,
        fields.object("payload"),
        conversation == null ? null : MessageId.check("conversation_id", conversation),
        fields.optionalString("auth_token"),
        ProtocolVersion.check(fields.optionalString(ProtocolVersion.FIELD)));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("sender_id", sender).field("receiver_id", receiver);
    out.field("message_type", type.name()).field("payload", payload);
    out.optional("conversation_id", conversation).optional("auth_token", authToken);
    out.optional(ProtocolVersion.FIELD, protocolVersion).endObject();
  }

  public LobbyMessage in(MessageId newConversation) {
    return new LobbyMessage(
        sender, receiver, type, payload, newConversation, authToken, protocolVersion);
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return type + " from " + sender + " to " + receiver;
  }
}
