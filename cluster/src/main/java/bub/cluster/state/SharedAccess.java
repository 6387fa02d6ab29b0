package bub.cluster.state;

import bub.bus.policy.LockState;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.List;

/**
 * Lock and tokens of the whole cluster: one value, because an unlock changes all of them at once.
 *
 * @param origin id of this history; another one means that the bucket was lost and made again
 * @param revoked ids of revoked tokens, oldest first; no node may bring them back
 */
record SharedAccess(String origin, LockState lock, List<String> revoked) implements JsonValue {
  private static final int VERSION = 1;

  SharedAccess {
    revoked = List.copyOf(revoked);
  }

  /** State of a cluster that no node has written yet. */
  static SharedAccess empty(String origin) {
    return new SharedAccess(origin, LockState.OPEN, List.of());
  }

  static SharedAccess read(byte[] bytes) throws UnreadableState {
    try {
      Fields fields = NestedFields.fields("access", RawJson.parse(bytes, RawJson.DEFAULT_DEPTH));
      long version = fields.integer("version", 0);
      if (version != VERSION) {
        throw new UnreadableState("the tokens have version " + version + ", not " + VERSION);
      }
      return new SharedAccess(
          fields.string("origin"),
          LockState.read(fields.object("lock")),
          NestedFields.strings(fields, "revoked"));
    } catch (InvalidJson | InvalidField | IllegalArgumentException broken) {
      throw new UnreadableState("the tokens are damaged: " + broken.getMessage(), broken);
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("version", VERSION).field("origin", origin).field("lock", lock);
    out.name("revoked").beginArray();
    revoked.forEach(out::value);
    out.endArray().endObject();
  }
}
