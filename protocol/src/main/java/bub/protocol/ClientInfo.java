package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Description of a program, for people only; no decision depends on it. */
public record ClientInfo(String name, String version, ConversationStarters starters)
    implements JsonValue {
  public static final String VERSION = "0.2.0";

  private static final int MAX_BYTES = 4 * 1024;

  public ClientInfo(String name, String version) {
    this(name, version, ConversationStarters.NONE);
  }

  static ClientInfo read(@Nullable RawJson info) {
    if (info == null) {
      return new ClientInfo("", "");
    }
    if (info.length() > MAX_BYTES) {
      throw new InvalidField("clientInfo", "must have at most " + MAX_BYTES + " bytes");
    }
    Fields fields = info.fields();
    String name = fields.optionalString("name");
    String version = fields.optionalString("version");
    return new ClientInfo(
        name == null ? "" : name, version == null ? "" : version, starters(fields));
  }

  private static ConversationStarters starters(Fields fields) {
    try {
      return ConversationStarters.read(fields);
    } catch (InvalidField odd) {
      throw odd.inside("clientInfo");
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("version", version);
    if (!starters.isEmpty()) {
      out.name("starters").beginArray();
      starters.texts().forEach(out::value);
      out.endArray();
    }
    out.endObject();
  }
}
