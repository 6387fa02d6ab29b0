package bub.gateway.mcpclient;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.gateway.lobby.ToolAnnotations;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.PlainText;
import bub.protocol.lobby.Capability;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Contract of a tool in the lobby. Its name depends only on the server and the tool, so that it
 * stays the same when other tools come and go.
 */
final class ToolContract {
  private static final Pattern ODD = Pattern.compile("[^A-Za-z0-9_./-]");
  private static final Pattern FOREIGN_REFERENCE =
      Pattern.compile("\"\\$ref\"\\s*:\\s*\"(?!#/(\\$defs|definitions)/)");
  private static final int HASH_BYTES = 3;
  private static final int LONGEST_DESCRIPTION = Capability.MAX_DESCRIPTION - 96;
  private static final List<String> DEFINITIONS = List.of("$defs", "definitions");
  private static final RawJson ANY_OBJECT =
      ((JsonValue) out -> out.beginObject().field("type", "object").endObject()).toRaw();

  // The lobby answers after bub, whose refusal names the tool.
  private static final int AFTER_US = 5;

  private ToolContract() {}

  static Capability of(McpServerEntry server, RemoteTool tool) {
    return capability(
        server, tool, plain(tool.inputSchema()), result(structured(tool.outputSchema())));
  }

  /** For a tool whose schemas the lobby refuses; the server still checks its input. */
  static Capability withoutSchemas(McpServerEntry server, RemoteTool tool) {
    return capability(server, tool, ANY_OBJECT, result(null));
  }

  private static Capability capability(
      McpServerEntry server, RemoteTool tool, RawJson input, RawJson output) {
    int timeout =
        (int) Math.min(server.callTimeout().toSeconds() + AFTER_US, Capability.MAX_TIMEOUT_SECONDS);
    // The text comes from the server, so the reader must know that nobody vouches for it.
    String description =
        PlainText.lines(tool.description(), LONGEST_DESCRIPTION)
            + " (tool of the MCP server "
            + server.name()
            + ")";
    JsonValue extras =
        out -> out.beginObject().optional(ToolAnnotations.MEMBER, tool.annotations()).endObject();
    return Capability.named(name(server.name(), tool.name()), description.strip())
        .withSchemas(input, output)
        .withKeywords("mcp", server.name())
        .withTimeout(timeout)
        .withExtras(extras.toRaw());
  }

  /** Changed names end with a hash of the original, so that two of them differ. */
  static String name(String server, String tool) {
    String plain = server + "." + ODD.matcher(tool).replaceAll("_");
    if (plain.equals(server + "." + tool) && plain.length() <= Capability.MAX_NAME) {
      return plain;
    }
    String ending = "_" + hash(tool);
    return plain.substring(0, Math.min(plain.length(), Capability.MAX_NAME - ending.length()))
        + ending;
  }

  private static String hash(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The lobby knows one dialect of JSON Schema, which most schemas of older ones follow, too. */
  private static RawJson plain(RawJson schema) {
    return schema.fields().without("$schema").fields().without("$id");
  }

  /** Null when its references would point elsewhere inside the contract. */
  private static @Nullable RawJson structured(@Nullable RawJson schema) {
    return schema == null || FOREIGN_REFERENCE.matcher(schema.toString()).find()
        ? null
        : plain(schema);
  }

  private static RawJson result(@Nullable RawJson structured) {
    JsonWriter out = new JsonWriter().beginObject().field("type", "object");
    if (structured != null) {
      // References begin at the root, so the definitions move there.
      for (String definitions : DEFINITIONS) {
        out.optional(definitions, structured.fields().find(definitions));
      }
    }
    out.name("properties").beginObject();
    out.name("content").beginObject().field("type", "array").endObject();
    if (structured != null) {
      Fields without = structured.fields();
      for (String definitions : DEFINITIONS) {
        without = without.without(definitions).fields();
      }
      out.name("structuredContent").beginObject();
      for (int i = 0; i < without.count(); i++) {
        out.field(without.name(i), without.value(i));
      }
      out.endObject();
    }
    out.endObject().name("required").beginArray().value("content");
    if (structured != null) {
      out.value("structuredContent");
    }
    return RawJson.trusted(out.endArray().endObject().toByteArray());
  }
}
