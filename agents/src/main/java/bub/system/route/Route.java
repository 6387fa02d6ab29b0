package bub.system.route;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/**
 * Agent that serves a chat, if there is one.
 *
 * @param status {@code spawning}, {@code running} or {@code stopped}; null without an agent
 */
public record Route(@Nullable Address agentId, @Nullable String status) implements JsonValue {
  public static final Route NONE = new Route(null, null);

  public static Route read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    String agentId = fields.optionalString("agent_id");
    return new Route(
        agentId == null ? null : Address.check("agent_id", agentId),
        fields.optionalString("status"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("agent_id", agentId == null ? RawJson.NULL : agentId);
    out.optional("status", status).endObject();
  }
}
