package bub.protocol.cluster;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.List;

/**
 * State of a node for its system agent.
 *
 * @param node name of the node
 * @param life number that changes when the node has lost all its leases
 * @param validForMillis time from the request until which the leases of the node are valid
 * @param orphans chats whose agent ran on a node that is down; only the first of many
 */
public record ServedChats(String node, long life, long validForMillis, List<OrphanedChat> orphans)
    implements JsonValue {
  public static final int MAX_ORPHANS = 200;

  /** Chat whose agent ran on a node that is down. */
  public record OrphanedChat(String chat, String node) implements JsonValue {
    static OrphanedChat read(Fields fields) {
      return new OrphanedChat(fields.string("chat"), fields.string("node"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("chat", chat).field("node", node).endObject();
    }
  }

  public ServedChats {
    orphans = List.copyOf(orphans);
  }

  public static ServedChats read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return new ServedChats(
        fields.string("node"),
        fields.integer("life", 0),
        fields.integer("valid_for_ms", 0),
        NestedFields.objects(fields, "orphans", json -> OrphanedChat.read(json.fields())));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("node", node).field("life", life);
    out.field("valid_for_ms", validForMillis).name("orphans").beginArray();
    orphans.forEach(out::value);
    out.endArray().endObject();
  }
}
