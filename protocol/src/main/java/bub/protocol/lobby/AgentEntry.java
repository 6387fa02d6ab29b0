package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import bub.protocol.Times;
import java.time.Instant;
import java.util.List;

/** Registered agent as an operator sees it; {@code lastSeen} is now while the agent is online. */
public record AgentEntry(
    Address agent,
    boolean online,
    Instant registeredAt,
    Instant lastSeen,
    List<RawJson> capabilities)
    implements JsonValue {

  public static AgentEntry read(RawJson entry) {
    Fields fields = NestedFields.fields("agent", entry);
    return new AgentEntry(
        Address.check("agent_id", fields.string("agent_id")),
        fields.bool("online"),
        Times.time(fields, "registered_at"),
        Times.time(fields, "last_seen"),
        NestedFields.objects(fields, "capabilities", capability -> capability));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("agent_id", agent).field("online", online);
    out.field("registered_at", registeredAt.toString()).field("last_seen", lastSeen.toString());
    out.name("capabilities").beginArray();
    capabilities.forEach(out::value);
    out.endArray().endObject();
  }
}
