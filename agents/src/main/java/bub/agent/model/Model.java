package bub.agent.model;

import java.time.Duration;
import java.util.function.Consumer;

/** Language model that continues a conversation. Calls block, one at a time. */
public interface Model {

  /** Name for people, such as {@code openai/gpt-5}. */
  String name();

  /** False for a model that only repeats its input and cannot write summaries. */
  default boolean understands() {
    return true;
  }

  /**
   * Asks for the next line of a conversation.
   *
   * @param atMost time limit for the whole request, retries included
   * @param soFar callback that gets the whole text each time it grows; must not block
   */
  ModelOutcome ask(Prompt prompt, Duration atMost, Consumer<String> soFar)
      throws InterruptedException;
}
