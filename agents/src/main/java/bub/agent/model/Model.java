package bub.agent.model;

import java.time.Duration;

/** Language model that continues a conversation. Calls block, one at a time. */
public interface Model {

  String name();

  /** False for a model that only repeats its input and cannot write summaries. */
  default boolean understands() {
    return true;
  }

  /** {@code atMost} includes retries; an interrupt ends the request. */
  ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener)
      throws InterruptedException;
}
