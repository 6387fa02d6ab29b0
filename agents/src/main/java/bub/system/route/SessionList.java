package bub.system.route;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.List;

/** First {@value #MOST} of {@code total} sessions: running ones first, then by last activity. */
public record SessionList(List<SessionReport> sessions, int total) implements JsonValue {
  /** As many as fit into one message. */
  public static final int MOST = 500;

  public SessionList {
    sessions = List.copyOf(sessions);
  }

  public static SessionList read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return new SessionList(
        NestedFields.objects(fields, "sessions", SessionReport::read),
        (int) Math.clamp(fields.integer("total", 0), 0L, Integer.MAX_VALUE));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("total", total).name("sessions").beginArray();
    sessions.forEach(out::value);
    out.endArray().endObject();
  }
}
