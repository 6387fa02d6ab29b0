package bub.gateway.mcp;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Result of a tool call: blocks of content for the model, and the same as JSON. */
record ToolOutcome(List<RawJson> blocks, @Nullable RawJson structured, boolean isError)
    implements McpAnswer {
  private static final String CONTENT = "content";
  private static final Set<String> BLOCKS =
      Set.of("text", "image", "audio", "resource", "resource_link");

  static ToolOutcome text(String text, JsonValue structured) {
    return new ToolOutcome(List.of(block(text)), structured.toRaw(), false);
  }

  static ToolOutcome json(JsonValue structured) {
    RawJson written = structured.toRaw();
    return new ToolOutcome(List.of(block(written.toString())), written, false);
  }

  static ToolOutcome error(String text) {
    return new ToolOutcome(List.of(block(text)), null, true);
  }

  static McpAnswer of(CapabilityAnswer answer, boolean keepsStatus) {
    return switch (answer) {
      case CapabilityAnswer.Success(RawJson payload) ->
          output(keepsStatus ? payload : payload.fields().without("status"));
      case CapabilityAnswer.Failure failure -> error(failure.text());
      case CapabilityAnswer.Asks(McpAnswer.InputNeeded questions) -> questions;
    };
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
    return new ToolOutcome(content.elements(), rest.fields().count() == 0 ? null : output, false);
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

  /** Writes the members of the result into the open object. */
  void writeMembers(JsonWriter out) {
    out.name(CONTENT).beginArray();
    blocks.forEach(out::value);
    out.endArray().optional("structuredContent", structured).field("isError", isError);
  }
}
