package bub.channel;

import java.time.Duration;

/** How an attempt to show a line to a person ended. */
public sealed interface DisplayResult {

  /** The person has it, or the service that keeps it for the person. */
  record Done() implements DisplayResult {}

  /** The person has so many parts of it; the rest comes next. */
  record Partly(int parts) implements DisplayResult {}

  /** Try again, but not before {@code atLeast}. */
  record Later(Duration atLeast, String why) implements DisplayResult {}

  /** There is no way to this person any more. */
  record Never(String why) implements DisplayResult {}
}
