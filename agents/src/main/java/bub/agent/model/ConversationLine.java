package bub.agent.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One entry of a conversation, as the model sees it. */
public sealed interface ConversationLine {

  /** Somebody said this to the agent. */
  record Heard(String text) implements ConversationLine {}

  /**
   * The model said this, and perhaps wants tools to be used.
   *
   * @param keepsake what only the model that said it understands, for the rest of the turn
   */
  record Said(String text, List<ToolCall> calls, @Nullable Object keepsake)
      implements ConversationLine {
    public Said {
      calls = List.copyOf(calls);
    }

    public static Said of(String text) {
      return new Said(text, List.of(), null);
    }
  }

  /** What came of a tool. */
  record Result(ToolCall call, String text) implements ConversationLine {}

  /** How much of a prompt it takes. */
  default int chars() {
    return switch (this) {
      case Heard(String text) -> text.length();
      case Said(String text, List<ToolCall> calls, _) ->
          text.length()
              + calls.stream()
                  .mapToInt(call -> call.name().length() + call.arguments().length())
                  .sum();
      case Result(_, String text) -> text.length();
    };
  }
}
