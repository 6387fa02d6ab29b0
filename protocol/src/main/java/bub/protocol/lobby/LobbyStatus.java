package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/**
 * Answer of the lobby to a registration, an update or a deregistration.
 *
 * @param authToken token that the agent must use from now on; null when the answer has none
 * @param protocolVersion version in use, for an agent that asked for one
 */
public record LobbyStatus(
    String status, Address lobby, @Nullable String authToken, @Nullable String protocolVersion)
    implements JsonValue {
  public static final String REGISTERED = "success_registered_finalized";
  public static final String UPDATED = "success_capabilities_updated";
  public static final String DEREGISTERED = "success_deregistered";

  public LobbyStatus(String status, Address lobby, @Nullable String authToken) {
    this(status, lobby, authToken, null);
  }

  public static LobbyStatus read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return new LobbyStatus(
        fields.string("status"),
        Address.check("lobby_id", fields.string("lobby_id")),
        fields.optionalString("auth_token"),
        fields.optionalString(ProtocolVersion.FIELD));
  }

  public LobbyStatus orElseToken(@Nullable String presented) {
    return authToken != null ? this : new LobbyStatus(status, lobby, presented, protocolVersion);
  }

  /** Returns a copy for receivers other than the agent. */
  public LobbyStatus withoutToken() {
    return new LobbyStatus(status, lobby, null, protocolVersion);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("status", status).field("lobby_id", lobby);
    out.optional("auth_token", authToken);
    out.optional(ProtocolVersion.FIELD, protocolVersion).endObject();
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return status;
  }
}
