package bub.agent.model;

import java.util.List;

/** Everything a model sees: its instructions, the conversation, and what it may do. */
public record Prompt(String instructions, List<ConversationLine> lines, List<ToolSpec> tools) {

  public Prompt {
    lines = List.copyOf(lines);
    tools = List.copyOf(tools);
  }
}
