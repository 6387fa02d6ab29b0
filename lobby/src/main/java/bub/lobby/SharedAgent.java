package bub.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import bub.protocol.Times;
import bub.protocol.lobby.Capability;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Complete registration as the nodes of a cluster share it, with hashes and no secrets. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SharedAgent(
    Address id,
    byte[] tokenHash,
    byte @Nullable [] repeatHash,
    Instant registeredAt,
    Instant lastSeen,
    List<Capability> capabilities)
    implements JsonValue {
  private static final int VERSION = 1;

  public SharedAgent {
    capabilities = List.copyOf(capabilities);
  }

  /** Throws an InvalidField for anything that this version did not write. */
  public static SharedAgent read(RawJson json) {
    Fields fields = NestedFields.fields("agent", json);
    long version = fields.integer("version", 0);
    if (version != VERSION) {
      throw new InvalidField("version", "must be " + VERSION + ", not " + version);
    }
    String repeat = fields.optionalString("repeat_hash");
    return new SharedAgent(
        Address.check("id", fields.string("id")),
        bytes("token_hash", fields.string("token_hash")),
        repeat == null ? null : bytes("repeat_hash", repeat),
        Times.time(fields, "registered_at"),
        Times.time(fields, "last_seen"),
        NestedFields.objects(fields, "capabilities", Capability::read));
  }

  private static byte[] bytes(String name, String hex) {
    try {
      return HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException notHex) {
      throw new InvalidField(name, "must be hexadecimal");
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("version", VERSION).field("id", id.value());
    out.field("token_hash", HexFormat.of().formatHex(tokenHash));
    out.optional("repeat_hash", repeatHash == null ? null : HexFormat.of().formatHex(repeatHash));
    out.field("registered_at", registeredAt.toString()).field("last_seen", lastSeen.toString());
    out.name("capabilities").beginArray();
    capabilities.forEach(out::value);
    out.endArray().endObject();
  }

  /** Omits the hashes. */
  @Override
  public String toString() {
    return id + " with " + capabilities.size() + " capabilities";
  }
}
