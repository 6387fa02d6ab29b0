package bub.gateway.mcp;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.MessageId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Result of a tool call: blocks of content for the model, and the same as JSON.
 *
 * @param message call on the bus; null when there was none, or the JSON has it
 */
record ToolOutcome(
    List<RawJson> blocks,
    @Nullable RawJson structured,
    boolean isError,
    @Nullable MessageId message)
    implements McpAnswer {
  /** Member of {@code _meta} with the id of the call's message on the bus. */
  static final String MESSAGE_ID = "bub/message_id";

  private static final String CONTENT = "content";
  private static final Set<String> BLOCKS =
      Set.of("text", "image", "audio", "resource", "resource_link");

  static ToolOutcome text(String text, JsonValue structured) {
    return new ToolOutcome(List.of(block(text)), structured.toRaw(), false, null);
  }

  static ToolOutcome json(JsonValue structured) {
    RawJson written = structured.toRaw();
    return new ToolOutcome(List.of(block(written.toString())), written, false, null);
  }

  static ToolOutcome error(String text) {
    return new ToolOutcome(List.of(block(text)), null, true, null);
  }

  static McpAnswer of(CapabilityAnswer answer, boolean keepsStatus) {
    return switch (answer) {
      case CapabilityAnswer.Success(RawJson payload, MessageId message) ->
          output(keepsStatus ? payload : payload.fields().without("status")).of(message);
      case CapabilityAnswer.Failure(String text, _, MessageId message) -> error(text).of(message);
      case CapabilityAnswer.Asks(McpAnswer.InputNeeded questions) -> questions;
    };
  }

  private ToolOutcome of(@Nullable MessageId call) {
    return new ToolOutcome(blocks, structured, isError, call);
  }

  /** An output whose {@code content} has blocks of MCP, such as an image, is shown as these. */
  static ToolOutcome output(RawJson output) {
    RawJson content = output.fields().find(CONTENT);
    if (content == null
        || !content.isArray()
        || !content.elements().stream().allMatch(ToolOutcome::isBlock)) {
      return json(output);
    }
    RawJson rest = output.fields().without(CONTENT);
    return new ToolOutcome(
        content.elements(), rest.fields().count() == 0 ? null : output, false, null);
  }

  private static boolean isBlock(RawJson value) {
    try {
      return value.isObject() && BLOCKS.contains(value.fields().string("type"));
    } catch (InvalidField noType) {
      return false;
    }
  }

  private static RawJson block(String text) {
    JsonValue block =
        out -> out.beginObject().field("type", "text").field("text", text).endObject();
    return block.toRaw();
  }

  /** Writes what clients may use but models do not see into the open object. */
  void writeMeta(JsonWriter out) {
    out.optional(MESSAGE_ID, message);
  }

  /** Writes the other members of the result into the open object. */
  void writeMembers(JsonWriter out) {
    out.name(CONTENT).beginArray();
    blocks.forEach(out::value);
    out.endArray().optional("structuredContent", structured).field("isError", isError);
  }
}
