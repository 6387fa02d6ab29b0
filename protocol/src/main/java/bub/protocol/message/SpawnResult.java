package bub.protocol.message;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/** Answer of the system agent to a {@link SpawnRequest}. */
public sealed interface SpawnResult extends AppMessage {
  String TYPE = "spawn_result";

  record Running(Address clientId) implements SpawnResult {
    @Override
    public void writeMembers(JsonWriter payload) {
      payload.name("content").beginObject().field("success", true);
      payload.field("client_id", clientId).field("status", "running").endObject();
    }
  }

  /** The agent does not run; {@code clientId} is the id that was assigned to it, if any. */
  record Failed(@Nullable Address clientId, String error) implements SpawnResult {
    @Override
    public void writeMembers(JsonWriter payload) {
      payload.name("content").beginObject().field("success", false);
      payload.optional("client_id", clientId).field("status", "failed");
      payload.field("error", error).endObject();
    }
  }

  static SpawnResult read(Fields payload) {
    return NestedFields.object(payload, "content", SpawnResult::readContent);
  }

  private static SpawnResult readContent(Fields content) {
    boolean success = content.bool("success");
    String expected = success ? "running" : "failed";
    if (!content.string("status").equals(expected)) {
      throw new InvalidField("status", "must be " + expected + " when success is " + success);
    }
    if (success) {
      return new Running(Address.check("client_id", content.string("client_id")));
    }
    String clientId = content.optionalString("client_id");
    return new Failed(
        clientId == null ? null : Address.check("client_id", clientId), content.string("error"));
  }

  @Override
  default String type() {
    return TYPE;
  }
}
