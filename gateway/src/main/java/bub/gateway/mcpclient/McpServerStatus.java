package bub.gateway.mcpclient;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * State of one MCP server, for people.
 *
 * @param reason why it is not online; null when it is
 * @param remark what bub leaves out of its tools; null for nothing
 */
public record McpServerStatus(
    String name,
    Phase phase,
    int tools,
    @Nullable String reason,
    @Nullable String remark,
    Instant since)
    implements JsonValue {

  /** Stage of a server's life. */
  public enum Phase {
    STARTING,
    ONLINE,
    /** Failed; bub tries again soon. */
    WAITING,
    /** Failed; somebody must change something. */
    FAILED,
    DISABLED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static McpServerStatus read(RawJson status) {
    Fields fields = status.fields();
    try {
      return new McpServerStatus(
          fields.string("name"),
          Phase.valueOf(fields.string("state").toUpperCase(Locale.ROOT)),
          (int) fields.integer("tools", 0),
          fields.optionalString("reason"),
          fields.optionalString("remark"),
          Instant.parse(fields.string("since")));
    } catch (IllegalArgumentException | DateTimeException odd) {
      throw new InvalidField("state", "is unknown");
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("state", phase.word()).field("tools", tools);
    out.optional("reason", reason).optional("remark", remark);
    out.field("since", since.toString()).endObject();
  }
}
