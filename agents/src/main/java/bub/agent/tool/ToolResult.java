package bub.agent.tool;

/** Result of a tool call, as text for the model. */
public record ToolResult(boolean isSuccess, String text) {

  static ToolResult done(String text) {
    return new ToolResult(true, text);
  }

  static ToolResult failed(String text) {
    return new ToolResult(false, text);
  }
}
