package bub.channel;

import java.time.Duration;

/** Reason why a chat cannot continue now. {@code why} is a phrase for its person. */
sealed interface ChatSetback {
  String why();

  record Wait(Duration atLeast, String why) implements ChatSetback {
    Wait(String why) {
      this(Duration.ZERO, why);
    }
  }

  /** A setback that ends with the next bus connection. */
  record Offline(String why) implements ChatSetback {}
}
