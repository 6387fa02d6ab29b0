package bub.agent.model;

import java.time.Duration;
import java.util.function.Consumer;

/** Language model that continues a conversation. Calls block, one at a time. */
public interface Model {

  String name();

  /** False for a model that only repeats its input and cannot write summaries. */
  default boolean understands() {
    return true;
  }

  /** {@code atMost} includes retries; {@code soFar} gets the whole text and must not block. */
  ModelOutcome ask(Prompt prompt, Duration atMost, Consumer<String> soFar)
      throws InterruptedException;
}
