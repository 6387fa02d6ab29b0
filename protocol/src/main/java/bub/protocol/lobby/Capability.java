package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Service that an agent offers to others, with its contract.
 *
 * @param authorizedRequesters permitted callers; empty for everybody
 * @param timeoutSeconds null for the timeout of the bus
 * @param extras members that the lobby does not interpret and returns unchanged
 */
public record Capability(
    String name,
    String description,
    RawJson inputSchema,
    RawJson outputSchema,
    List<String> keywords,
    List<Address> authorizedRequesters,
    @Nullable Version version,
    @Nullable Integer timeoutSeconds,
    RawJson extras)
    implements JsonValue {
  public static final int MAX_NAME = 128;
  public static final int MAX_DESCRIPTION = 4_096;
  public static final int MAX_KEYWORDS = 64;
  public static final int MAX_REQUESTERS = 1_024;
  public static final int MAX_TIMEOUT_SECONDS = 3_600;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}");
  private static final List<String> FIELDS =
      List.of(
          "name",
          "description",
          "input_schema",
          "output_schema",
          "keywords",
          "authorized_requester_ids",
          "version",
          "timeout_seconds");

  public Capability {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidField(
          "name",
          "must be 1 to "
              + MAX_NAME
              + " letters, digits or _ . : / - and start with a letter or digit");
    }
    if (description.length() > MAX_DESCRIPTION) {
      throw new InvalidField("description", "has more than " + MAX_DESCRIPTION + " characters");
    }
    if (keywords.size() > MAX_KEYWORDS) {
      throw new InvalidField("keywords", "has more than " + MAX_KEYWORDS + " entries");
    }
    for (int i = 0; i < keywords.size(); i++) {
      if (keywords.get(i).length() > MAX_NAME) {
        throw new InvalidField("keywords[" + i + "]", "has more than " + MAX_NAME + " characters");
      }
    }
    if (authorizedRequesters.size() > MAX_REQUESTERS) {
      throw new InvalidField(
          "authorized_requester_ids", "has more than " + MAX_REQUESTERS + " entries");
    }
    if (!inputSchema.isObject()) {
      throw new InvalidField("input_schema", "must be an object");
    }
    if (!outputSchema.isObject()) {
      throw new InvalidField("output_schema", "must be an object");
    }
    if (timeoutSeconds != null && (timeoutSeconds < 1 || timeoutSeconds > MAX_TIMEOUT_SECONDS)) {
      throw new InvalidField("timeout_seconds", "must be 1 to " + MAX_TIMEOUT_SECONDS);
    }
    keywords = List.copyOf(keywords);
    authorizedRequesters = List.copyOf(authorizedRequesters);
  }

  public static Capability named(String name, String description) {
    return new Capability(
        name,
        description,
        RawJson.EMPTY_OBJECT,
        RawJson.EMPTY_OBJECT,
        List.of(),
        List.of(),
        null,
        null,
        RawJson.EMPTY_OBJECT);
  }

  public Capability withSchemas(RawJson input, RawJson output) {
    return new Capability(
        name,
        description,
        input,
        output,
        keywords,
        authorizedRequesters,
        version,
        timeoutSeconds,
        extras);
  }

  public Capability withKeywords(String... words) {
    return new Capability(
        name,
        description,
        inputSchema,
        outputSchema,
        List.of(words),
        authorizedRequesters,
        version,
        timeoutSeconds,
        extras);
  }

  /** At least one is required, because an empty list permits everybody. */
  public Capability onlyFor(Address... requesters) {
    if (requesters.length == 0) {
      throw new IllegalArgumentException("name at least one caller");
    }
    return new Capability(
        name,
        description,
        inputSchema,
        outputSchema,
        keywords,
        List.of(requesters),
        version,
        timeoutSeconds,
        extras);
  }

  public Capability withVersion(Version version) {
    return new Capability(
        name,
        description,
        inputSchema,
        outputSchema,
        keywords,
        authorizedRequesters,
        version,
        timeoutSeconds,
        extras);
  }

  public Capability withTimeout(int seconds) {
    return new Capability(
        name,
        description,
        inputSchema,
        outputSchema,
        keywords,
        authorizedRequesters,
        version,
        seconds,
        extras);
  }

  /** Takes an object with members that the lobby does not interpret. */
  public Capability withExtras(RawJson more) {
    return new Capability(
        name,
        description,
        inputSchema,
        outputSchema,
        keywords,
        authorizedRequesters,
        version,
        timeoutSeconds,
        more);
  }

  public boolean mayBeCalledBy(Address requester) {
    return authorizedRequesters.isEmpty() || authorizedRequesters.contains(requester);
  }

  public static Capability read(RawJson capability) {
    Fields fields = NestedFields.fields("capability", capability);
    return new Capability(
        fields.string("name"),
        fields.string("description"),
        fields.object("input_schema"),
        fields.object("output_schema"),
        strings(fields, "keywords"),
        requesters(fields),
        version(fields),
        timeout(fields),
        ExtraFields.of(fields, FIELDS));
  }

  private static List<String> strings(Fields fields, String name) {
    RawJson value = fields.find(name);
    return value == null || value.isNull() ? List.of() : NestedFields.strings(fields, name);
  }

  private static List<Address> requesters(Fields fields) {
    var requesters = new ArrayList<Address>();
    for (String id : strings(fields, "authorized_requester_ids")) {
      requesters.add(Address.check("authorized_requester_ids[" + requesters.size() + "]", id));
    }
    return requesters;
  }

  private static @Nullable Version version(Fields fields) {
    String text = fields.optionalString("version");
    if (text == null) {
      return null;
    }
    Version version = Version.parse(text);
    if (version == null) {
      throw new InvalidField("version", "must be a semantic version such as 2.1.0");
    }
    return version;
  }

  private static @Nullable Integer timeout(Fields fields) {
    RawJson value = fields.find("timeout_seconds");
    if (value == null || value.isNull()) {
      return null;
    }
    return (int) Math.clamp(fields.integer("timeout_seconds", 0), 0L, MAX_TIMEOUT_SECONDS + 1L);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("description", description);
    out.field("input_schema", inputSchema).field("output_schema", outputSchema);
    out.name("keywords").beginArray();
    keywords.forEach(out::value);
    out.endArray().name("authorized_requester_ids").beginArray();
    authorizedRequesters.forEach(out::value);
    out.endArray();
    out.optional("version", version == null ? null : version.toString());
    if (timeoutSeconds != null) {
      out.field("timeout_seconds", timeoutSeconds);
    }
    Fields more = extras.fields();
    for (int i = 0; i < more.count(); i++) {
      out.name(more.name(i)).value(more.value(i));
    }
    out.endObject();
  }
}
