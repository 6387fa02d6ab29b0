package bub.agent.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entry of a conversation, as the model sees it. */
public sealed interface ConversationLine {

  record Heard(String text) implements ConversationLine {}

  /** {@code keepsake} is opaque data for the model, valid for the rest of the turn. */
  record Said(String text, List<ToolCall> calls, @Nullable Object keepsake)
      implements ConversationLine {
    public Said {
      calls = List.copyOf(calls);
    }

    public static Said of(String text) {
      return new Said(text, List.of(), null);
    }
  }

  record Result(ToolCall call, String text) implements ConversationLine {}

  /** Characters that the line adds to a prompt. */
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
