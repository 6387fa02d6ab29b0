package bub.system.route;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.system.session.Session;

/**
 * A session, and what only the living have.
 *
 * @param uptimeSeconds since its agent was connected first; 0 when it does not run
 * @param memoryBytes what its process occupies; 0 when that is not known
 */
public record SessionReport(Session session, long uptimeSeconds, long memoryBytes)
    implements JsonValue {

  static SessionReport read(RawJson report) {
    Fields fields = report.fields();
    return new SessionReport(
        Session.read(report),
        fields.integer("uptime_seconds", 0),
        fields.integer("memory_bytes", 0));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.extended(
        session.toRaw(),
        more -> more.field("uptime_seconds", uptimeSeconds).field("memory_bytes", memoryBytes));
  }
}
