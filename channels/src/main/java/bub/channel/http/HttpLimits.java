package bub.channel.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Limits of one HTTP server. A deadline covers a whole step, so a client that sends or reads one
 * byte at a time meets it like a client that does nothing.
 *
 * @param connections maximum number of open connections
 * @param firstRequest time from the connect to the end of the request's headers
 * @param nextRequest time from an answer to the end of the next request's headers
 * @param body time from the end of the headers to the end of the body
 * @param write time in which the client must take one piece of an answer
 */
public record HttpLimits(
    int connections, Duration firstRequest, Duration nextRequest, Duration body, Duration write) {
  private static final int FEWEST = 8;
  private static final int MOST = 1_024;

  /** Limits with the usual deadlines. */
  public static HttpLimits of(int connections) {
    return new HttpLimits(
        connections,
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(20),
        Duration.ofSeconds(30));
  }

  /**
   * Limits for a server that may use one of so many equal parts of this process's file descriptors.
   * The bus shares them, and without a free one it cannot accept a connection.
   */
  public static HttpLimits forPartOfDescriptors(int parts) {
    return of(Math.clamp(descriptors() / parts, FEWEST, MOST));
  }

  private static long descriptors() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }
}
