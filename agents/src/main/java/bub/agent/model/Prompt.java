package bub.agent.model;

import java.util.List;

/** Input of a model: the instructions, the conversation and the available tools. */
public record Prompt(String instructions, List<ConversationLine> lines, List<ToolSpec> tools) {

  public Prompt {
    lines = List.copyOf(lines);
    tools = List.copyOf(tools);
  }

  public long chars() {
    long chars = instructions.length();
    for (ConversationLine line : lines) {
      chars += line.chars();
    }
    for (ToolSpec tool : tools) {
      chars += tool.name().length() + tool.description().length() + tool.input().length();
    }
    return chars;
  }
}
