package bub.gateway.chat;

import java.time.Duration;

/**
 * Longest waits of a caller.
 *
 * @param agent time until an agent has accepted a question, including its start
 * @param answer time from there to the answer
 */
public record ChatTimeouts(Duration agent, Duration answer) {
  public static ChatTimeouts standard() {
    return new ChatTimeouts(Duration.ofSeconds(60), Duration.ofMinutes(10));
  }
}
