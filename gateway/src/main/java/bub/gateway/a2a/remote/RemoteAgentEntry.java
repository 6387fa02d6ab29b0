package bub.gateway.a2a.remote;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Remote agent that the file names.
 *
 * @param url of its card, or of the place where its card is
 * @param tokenFile file with the token to present, or null
 */
public record RemoteAgentEntry(String name, String url, @Nullable Path tokenFile)
    implements JsonValue {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}");

  public RemoteAgentEntry {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidField(
          "name",
          "must be 1 to 32 lower-case letters, digits, '_' and '-', and start with a letter or a"
              + " digit");
    }
  }

  static RemoteAgentEntry read(String name, RawJson entry) {
    if (!entry.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    String file = entry.fields().optionalString("tokenFile");
    return new RemoteAgentEntry(
        name, entry.fields().string("url"), file == null ? null : Path.of(file));
  }

  public Address address() {
    return new Address("a2a:" + name);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("url", url);
    out.optional("tokenFile", tokenFile == null ? null : tokenFile.toString()).endObject();
  }
}
