package bub.bus.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Address and limits of the server's sockets.
 *
 * @param timeout time limit for the upgrade of a new connection, and for the close of an old one
 * @param messageWithin time limit for a message from its first byte to its last
 * @param tls files for TLS; null for plain {@code ws://}
 */
public record ServerSettings(
    String host,
    int port,
    Duration pingAfter,
    Duration pongWithin,
    Duration drainFor,
    Duration timeout,
    Duration messageWithin,
    long maxBacklogPerPeer,
    long maxBacklogInAll,
    @Nullable TlsFiles tls,
    AllowedSources allowed) {

  public static final Duration TIMEOUT = Duration.ofSeconds(5);
  public static final Duration MESSAGE_WITHIN = Duration.ofSeconds(60);

  public static ServerSettings on(String host, int port) {
    return new ServerSettings(
        host,
        port,
        Duration.ofSeconds(20),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        TIMEOUT,
        MESSAGE_WITHIN,
        4L * 1024 * 1024,
        64L * 1024 * 1024,
        null,
        AllowedSources.NOTHING_MORE);
  }
}
