package bub.agent.model;

import java.time.Duration;
import java.util.function.Consumer;

/** Something that continues a conversation. Calls block, one at a time. */
public interface Model {

  /** What people call it, such as {@code openai/gpt-5}. */
  String name();

  /** Whether it understands what it reads; one that only repeats keeps no memory for anybody. */
  boolean understands();

  /**
   * Asks for the next line of a conversation.
   *
   * @param atMost how long everything may take, retries included
   * @param soFar hears the whole text again and again while it grows; must not block
   */
  ModelOutcome ask(Prompt prompt, Duration atMost, Consumer<String> soFar)
      throws InterruptedException;
}
