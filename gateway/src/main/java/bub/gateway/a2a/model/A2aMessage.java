package bub.gateway.a2a.model;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Message of a caller.
 *
 * @param source the message as it came, for history and for agents that want more than its text
 */
public record A2aMessage(
    String id,
    @Nullable String context,
    @Nullable String task,
    List<A2aPart> parts,
    RawJson metadata,
    RawJson source) {
  private static final int LONGEST_ID = 256;
  private static final int MOST_PARTS = 256;
  private static final List<String> MEMBERS =
      List.of("messageId", "role", "parts", "metadata", "extensions", "referenceTaskIds");

  public static A2aMessage read(RawJson message) throws A2aRefusal {
    Fields fields = ProtoNames.camelCase(message).fields();
    String id = id(fields, "messageId");
    if (id == null) {
      throw new InvalidField("message.messageId", "is missing");
    }
    String role = fields.string("role");
    if (!role.equals("ROLE_USER")) {
      throw new InvalidField("message.role", "must be ROLE_USER");
    }
    RawJson parts = fields.require("parts");
    if (!parts.isArray()) {
      throw new InvalidField("message.parts", "must be an array");
    }
    var read = new ArrayList<A2aPart>();
    for (RawJson part : parts.elements(MOST_PARTS + 1)) {
      read.add(A2aPart.read("message.parts[" + read.size() + "]", part));
    }
    if (read.isEmpty() || read.size() > MOST_PARTS) {
      throw new InvalidField("message.parts", "must have 1 to " + MOST_PARTS + " parts");
    }
    for (A2aPart part : read) {
      requireKnownType(part);
      if (part.content() instanceof A2aPart.Bytes) {
        String _ = part.asText(); // a task must not begin with bytes that nobody can read
      }
    }
    RawJson metadata = fields.optionalObject("metadata");
    return new A2aMessage(
        id,
        id(fields, "contextId"),
        id(fields, "taskId"),
        List.copyOf(read),
        metadata == null ? RawJson.EMPTY_OBJECT : metadata,
        known(fields));
  }

  /** Members of the protocol; callers may send others, which are ignored. */
  private static RawJson known(Fields fields) {
    JsonWriter out = new JsonWriter().beginObject();
    for (String name : MEMBERS) {
      out.optional(name, fields.find(name));
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  private static @Nullable String id(Fields fields, String name) {
    String id = fields.optionalString(name);
    if (id == null || id.isEmpty()) {
      return null;
    }
    if (id.length() > LONGEST_ID) {
      throw new InvalidField("message." + name, "has more than " + LONGEST_ID + " characters");
    }
    return id;
  }

  /** Agents of bub read text and JSON. */
  private static void requireKnownType(A2aPart part) throws A2aRefusal {
    String type = part.mediaType();
    if (type == null || part.content() instanceof A2aPart.Link) {
      return;
    }
    String plain = type.toLowerCase(Locale.ROOT);
    if (!plain.startsWith("text/") && !plain.startsWith("application/json")) {
      throw new A2aRefusal(
          A2aError.CONTENT_TYPE_NOT_SUPPORTED,
          "The media type "
              + (type.length() > 100 ? type.substring(0, 100) : type)
              + " is not supported. Send text or JSON, or the URL of the file.");
    }
  }

  /** The text of all parts, for agents that read only text. */
  public String text() {
    var lines = new ArrayList<String>();
    parts.forEach(part -> lines.add(part.asText()));
    return String.join("\n", lines);
  }

  /** The first data part that is an object, or null. */
  public @Nullable RawJson data() {
    for (A2aPart part : parts) {
      if (part.content() instanceof A2aPart.Data(RawJson value) && value.isObject()) {
        return value;
      }
    }
    return null;
  }

  /** The same message as part of a task. */
  public RawJson within(String taskId, String contextId) {
    JsonWriter out = new JsonWriter();
    out.extended(source, more -> more.field("contextId", contextId).field("taskId", taskId));
    return RawJson.trusted(out.toByteArray());
  }

  /** A message of an agent. */
  public static RawJson ofAgent(
      String id, String contextId, @Nullable String taskId, List<? extends JsonValue> parts) {
    JsonWriter out = new JsonWriter().beginObject().field("messageId", id);
    out.field("contextId", contextId).optional("taskId", taskId).field("role", "ROLE_AGENT");
    out.name("parts").beginArray();
    parts.forEach(out::value);
    return RawJson.trusted(out.endArray().endObject().toByteArray());
  }
}
