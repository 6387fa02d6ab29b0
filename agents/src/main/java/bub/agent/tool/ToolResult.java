package bub.agent.tool;

/** What came of a tool, in words for the model. */
public record ToolResult(boolean isSuccess, String text) {

  static ToolResult done(String text) {
    return new ToolResult(true, text);
  }

  static ToolResult failed(String text) {
    return new ToolResult(false, text);
  }
}
