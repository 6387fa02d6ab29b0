package bub.channel.telegram.api;

import java.time.Duration;

/**
 * Time and size limits of calls.
 *
 * @param call time for an answer, beyond the requested wait for updates
 * @param answerBytes maximum size of an answer that is not a file
 */
public record ApiLimits(Duration connect, Duration call, Duration transfer, int answerBytes) {

  public static ApiLimits standard() {
    return new ApiLimits(
        Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(5), 32 * 1024 * 1024);
  }
}
