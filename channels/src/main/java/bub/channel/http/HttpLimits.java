package bub.channel.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Limits of one HTTP server. A deadline covers a whole step, so that slow clients count as idle.
 *
 * @param firstRequest time from the connect to the end of the request's headers
 * @param nextRequest time from an answer to the end of the next request's headers
 * @param body time from the end of the headers to the end of the body
 * @param write time in which the client must read one piece of an answer
 */
public record HttpLimits(
    int connections, Duration firstRequest, Duration nextRequest, Duration body, Duration write) {
  private static final int FEWEST = 8;
  private static final int MOST = 1_024;

  public static HttpLimits of(int connections) {
    return new HttpLimits(
        connections,
        Duration.ofSeconds(10),
        // Longer than the 30 seconds after which usual clients close an idle connection themselves:
        // they cannot tell whether a request that meets our close was handled.
        Duration.ofSeconds(75),
        Duration.ofSeconds(20),
        Duration.ofSeconds(30));
  }

  /** The bus shares the file descriptors and cannot accept a connection without a free one. */
  public static HttpLimits forPartOfDescriptors(int parts) {
    return of(Math.clamp(descriptors() / parts, FEWEST, MOST));
  }

  private static long descriptors() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }
}
