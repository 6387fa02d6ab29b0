package bub.system.route;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.system.session.AgentSession;

/** Session with the current figures of its process; 0 when a figure is unknown. */
public record SessionReport(AgentSession session, long uptimeSeconds, long memoryBytes)
    implements JsonValue {
  private static final String UPTIME = "uptime_seconds";
  private static final String MEMORY = "memory_bytes";

  static SessionReport read(RawJson report) {
    Fields fields = report.fields();
    return new SessionReport(
        AgentSession.read(withoutFigures(fields)),
        fields.integer(UPTIME, 0),
        fields.integer(MEMORY, 0));
  }

  /** A session keeps unknown fields and would repeat the figures. */
  private static RawJson withoutFigures(Fields fields) {
    JsonWriter out = new JsonWriter().beginObject();
    for (int i = 0; i < fields.count(); i++) {
      if (!fields.name(i).equals(UPTIME) && !fields.name(i).equals(MEMORY)) {
        out.field(fields.name(i), fields.value(i));
      }
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.extended(
        session.toRaw(), more -> more.field(UPTIME, uptimeSeconds).field(MEMORY, memoryBytes));
  }
}
