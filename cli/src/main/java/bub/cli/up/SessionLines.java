package bub.cli.up;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Session list of the system agent, without fields that another version writes differently. */
record SessionLines(List<Line> lines, long total) {
  private static final String RUNNING = "running";
  private static final String STOPPED = "stopped";

  /** One session; unknown numbers are 0. */
  record Line(String agent, String chat, String status, long uptimeSeconds, long memoryBytes) {
    boolean isRunning() {
      return status.equals(RUNNING);
    }

    boolean isAlive() {
      return !status.equals(STOPPED);
    }
  }

  /** Returns null when the answer is not a list of sessions. */
  static @Nullable SessionLines read(RawJson answer) {
    RawJson list = answer.isObject() ? find(answer.fields(), "sessions") : null;
    if (list == null || !list.isArray()) {
      return null;
    }
    List<Line> lines =
        list.elements().stream()
            .filter(RawJson::isObject)
            .map(session -> line(session.fields()))
            .toList();
    return new SessionLines(lines, Math.max(lines.size(), number(answer.fields(), "total")));
  }

  private static Line line(Fields session) {
    return new Line(
        text(session, "client_id"),
        text(session, "talkto"),
        text(session, "status"),
        number(session, "uptime_seconds"),
        number(session, "memory_bytes"));
  }

  private static String text(Fields session, String name) {
    RawJson value = find(session, name);
    return value != null && value.isString() ? value.asString() : "?";
  }

  private static long number(Fields session, String name) {
    RawJson value = find(session, name);
    return value == null ? 0 : value.asLong(0);
  }

  private static @Nullable RawJson find(Fields fields, String name) {
    try {
      return fields.find(name);
    } catch (InvalidField twice) {
      return null;
    }
  }
}
