package bub.bus.policy;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.UUID;

/** Record that the bus is locked or not; an unlock is valid only for the lock with its id. */
record LockMarker(String id, boolean locked) implements JsonValue {

  static LockMarker newLock() {
    return new LockMarker(UUID.randomUUID().toString(), true);
  }

  LockMarker unlocked() {
    return new LockMarker(id, false);
  }

  /** True when this marker says that exactly the lock {@code lockId} was opened. */
  boolean opens(String lockId) {
    return !locked && id.equals(lockId);
  }

  static LockMarker read(RawJson stored) {
    Fields fields = stored.fields();
    return new LockMarker(fields.string("id"), fields.bool("locked"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("version", 1).field("id", id).field("locked", locked).endObject();
  }
}
