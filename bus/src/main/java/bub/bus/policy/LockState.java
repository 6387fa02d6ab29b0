package bub.bus.policy;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lock of a bus with the tokens of people, as one value. It has hashes, never secrets.
 *
 * @param lockId id of the lock, of the lock that was opened, or empty if there never was one
 * @param tokens tokens by id, in the order of the file; an open bus has none
 */
public record LockState(String lockId, boolean locked, Map<String, StoredToken> tokens)
    implements JsonValue {
  /** State of a bus that never had a lock. */
  public static final LockState OPEN = new LockState("", false, Map.of());

  public LockState {
    tokens = Collections.unmodifiableMap(locked ? new LinkedHashMap<>(tokens) : Map.of());
  }

  public static LockState locked(String lockId, Collection<StoredToken> tokens) {
    var byId = new LinkedHashMap<String, StoredToken>();
    tokens.forEach(token -> byId.put(token.principal().id(), token));
    return new LockState(lockId, true, byId);
  }

  /** Returns the state after the lock {@code lockId} was opened. */
  public static LockState opened(String lockId) {
    return new LockState(lockId, false, Map.of());
  }

  /** True when both admit the same peers. Open buses are alike, whichever lock was opened. */
  public boolean isLike(LockState other) {
    return locked
        ? other.locked && lockId.equals(other.lockId) && tokens.equals(other.tokens)
        : !other.locked;
  }

  public static LockState read(RawJson stored) {
    Fields fields = NestedFields.fields("lock", stored);
    String id = fields.string("id");
    return fields.bool("locked")
        ? locked(id, NestedFields.objects(fields, "tokens", StoredToken::read))
        : opened(id);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("id", lockId).field("locked", locked).name("tokens").beginArray();
    tokens.values().forEach(out::value);
    out.endArray().endObject();
  }

  /** Omits the hashes. */
  @Override
  public String toString() {
    return locked ? "locked with tokens " + tokens.keySet() : "open";
  }
}
