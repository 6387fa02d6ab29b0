package bub.channel;

import java.time.Duration;

/** Outcome of an attempt to show a line to a person. */
public sealed interface DisplayResult {

  /** The person has the line, or the service that stores it for the person has it. */
  record Done() implements DisplayResult {}

  /** The person has this many parts. The rest follows. */
  record Partly(int parts) implements DisplayResult {}

  /** Try again, but not before {@code atLeast}. */
  record Later(Duration atLeast, String why) implements DisplayResult {}

  /** This person can no longer be reached. */
  record Never(String why) implements DisplayResult {}
}
