package bub.gateway.mcpclient;

import bub.gateway.lobby.ToolAnnotations;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Tool of an MCP server, as the server describes it.
 *
 * @param outputSchema null when the server promises no structure
 * @param annotations what the server says about the effects of a call; null when it says nothing
 */
public record RemoteTool(
    String name,
    String description,
    RawJson inputSchema,
    @Nullable RawJson outputSchema,
    @Nullable RawJson annotations) {
  static final int MAX_NAME = 256;
  static final int MAX_SCHEMA = 60 * 1024;

  private static final int MAX_DESCRIPTION = 8 * 1024;

  /** Throws {@link InvalidField} for a tool that nobody could call. */
  static RemoteTool read(RawJson tool) {
    if (!tool.isObject()) {
      throw new InvalidField("tools", "must contain objects");
    }
    Fields fields = tool.fields();
    String name = fields.string("name");
    if (name.isEmpty() || name.length() > MAX_NAME) {
      throw new InvalidField("name", "must have 1 to " + MAX_NAME + " characters");
    }
    RawJson input = fields.object("inputSchema");
    RawJson output = fields.optionalObject("outputSchema");
    if (input.length() > MAX_SCHEMA || output != null && output.length() > MAX_SCHEMA) {
      throw new InvalidField("inputSchema", "is larger than " + MAX_SCHEMA + " bytes");
    }
    return new RemoteTool(
        name,
        description(fields),
        input.detached(),
        output == null ? null : output.detached(),
        ToolAnnotations.of(fields.find("annotations")));
  }

  private static String description(Fields fields) {
    String description = fields.optionalString("description");
    String title = fields.optionalString("title");
    String text = description != null ? description : title != null ? title : "";
    return text.substring(0, Math.min(text.length(), MAX_DESCRIPTION));
  }

  /** Size of the schemas and texts. */
  int bytes() {
    return inputSchema.length()
        + (outputSchema == null ? 0 : outputSchema.length())
        + name.length()
        + description.length();
  }
}
