package bub.channel;

import java.time.Duration;

/** Why a chat cannot go on at once. {@code why} is a phrase for its person. */
sealed interface ChatSetback {
  String why();

  /** Time may mend it. */
  record Wait(Duration atLeast, String why) implements ChatSetback {
    Wait(String why) {
      this(Duration.ZERO, why);
    }
  }

  /** Only a connection to the bus can. */
  record Offline(String why) implements ChatSetback {}
}
