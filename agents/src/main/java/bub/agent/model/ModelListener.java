package bub.agent.model;

import java.time.Duration;

/** Listener to one request to a model, on any thread; must not block. */
@FunctionalInterface
public interface ModelListener {
  ModelListener NONE = _ -> {};

  /** Receives the whole text so far. */
  void text(String soFar);

  /** Reports a wait before the next attempt, after it has ended. */
  default void waited(String why, Duration time) {}
}
