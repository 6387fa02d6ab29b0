package bub.channel;

import java.time.Duration;

/** Outcome of an attempt to show a line to a person. */
public sealed interface DisplayResult {

  /** The person, or the service that keeps messages for the person, has the line. */
  record Done() implements DisplayResult {}

  /** The person has this many parts and lacks the rest. */
  record Partly(int parts) implements DisplayResult {}

  record Later(Duration atLeast, String why) implements DisplayResult {}

  /** The person can no longer be reached. */
  record Never(String why) implements DisplayResult {}
}
