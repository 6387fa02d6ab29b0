package bub.channel.telegram.api;

import java.time.Duration;

/**
 * How long calls may take, and how much an answer may be.
 *
 * @param connect to have a connection
 * @param call for an answer, beyond the time it was asked to wait for updates
 * @param transfer for a file, up or down
 * @param answerBytes of an answer that is not a file
 */
public record ApiLimits(Duration connect, Duration call, Duration transfer, int answerBytes) {

  public static ApiLimits standard() {
    return new ApiLimits(
        Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(5), 32 * 1024 * 1024);
  }
}
