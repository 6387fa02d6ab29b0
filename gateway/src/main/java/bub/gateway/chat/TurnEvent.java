package bub.gateway.chat;

import bub.json.RawJson;

/** News of a turn; the last one is neither a {@link Partial} nor a {@link Paused}. */
public sealed interface TurnEvent {

  /** The text of the current step so far. */
  record Partial(String text) implements TurnEvent {}

  /** The bus has stopped the agents until somebody lets them go on. */
  record Paused(String notice) implements TurnEvent {}

  /** The answer; {@code content} also has the members that bub does not know. */
  record Answered(String text, RawJson content) implements TurnEvent {
    /** True when the text is a question, and the work goes on with the caller's next message. */
    public boolean asksForInput() {
      return content.fields().bool(INPUT_REQUIRED, false);
    }
  }

  /** Member of a reply that marks it as a question. */
  String INPUT_REQUIRED = "input_required";

  record Failed(String why) implements TurnEvent {}
}
