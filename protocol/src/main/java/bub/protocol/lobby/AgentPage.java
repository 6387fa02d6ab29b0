package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Page of the registered agents, sorted by id; {@code next} is null on the last page. */
public record AgentPage(List<AgentEntry> agents, @Nullable Address next) implements JsonValue {

  public static AgentPage read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    String next = fields.optionalString("next");
    return new AgentPage(
        NestedFields.objects(fields, "agents", AgentEntry::read),
        next == null ? null : Address.check("next", next));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("agents").beginArray();
    agents.forEach(out::value);
    out.endArray().optional("next", next).endObject();
  }

  /** Query for one agent, or for a page that begins at an id. */
  public record Query(@Nullable Address agent, @Nullable Address from, int limit)
      implements JsonValue {
    public static final int MAX_LIMIT = 100;
    private static final List<String> FIELDS = List.of("agent_id", "from", "limit");

    public static Query first() {
      return new Query(null, null, MAX_LIMIT);
    }

    public static Query of(Address agent) {
      return new Query(agent, null, 1);
    }

    public static Query read(RawJson content) {
      Fields fields = StrictReader.fields("content", content, FIELDS);
      long limit = fields.integer("limit", MAX_LIMIT);
      if (limit < 1 || limit > MAX_LIMIT) {
        throw new InvalidField("limit", "must be 1 to " + MAX_LIMIT);
      }
      return new Query(address(fields, "agent_id"), address(fields, "from"), (int) limit);
    }

    private static @Nullable Address address(Fields fields, String name) {
      String text = fields.optionalString(name);
      return text == null ? null : Address.check(name, text);
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().optional("agent_id", agent).optional("from", from);
      out.field("limit", limit).endObject();
    }
  }
}
