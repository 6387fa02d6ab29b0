package bub.bus.activity.query;

import bub.bus.activity.event.EventKind;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Event read from a row: the counterpart of {@code EntryEncoder}. */
record StoredEvent(
    EventKind kind,
    long ts,
    long actor,
    @Nullable String rpcId,
    String status,
    @Nullable RawJson ack,
    @Nullable String error) {

  static List<StoredEvent> readAll(byte[] events, long entryTs) {
    var all = new ArrayList<StoredEvent>();
    for (RawJson event : RawJson.trusted(events).elements()) {
      all.add(read(event.elements(), entryTs));
    }
    return all;
  }

  private static StoredEvent read(List<RawJson> parts, long entryTs) {
    RawJson rpcId = part(parts, 3);
    RawJson status = part(parts, 4);
    RawJson error = part(parts, 6);
    return new StoredEvent(
        EventKind.of((int) parts.getFirst().asLong(0)),
        entryTs + parts.get(1).asLong(0),
        parts.get(2).asLong(0),
        rpcId == null ? null : text(rpcId),
        status == null ? EventKind.STARTED : text(status),
        part(parts, 5),
        error == null ? null : text(error));
  }

  private static @Nullable RawJson part(List<RawJson> parts, int index) {
    return index < parts.size() && !parts.get(index).isNull() ? parts.get(index) : null;
  }

  private static String text(RawJson value) {
    return value.isString() ? value.asString() : value.toString();
  }
}
