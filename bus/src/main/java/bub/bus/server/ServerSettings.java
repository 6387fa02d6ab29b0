package bub.bus.server;

import java.time.Duration;

/**
 * Where the server listens and what its sockets may cost.
 *
 * @param patience how long a newcomer may take to upgrade, and a peer that we close to go
 */
public record ServerSettings(
    String host,
    int port,
    Duration pingAfter,
    Duration pongWithin,
    Duration drainFor,
    Duration patience,
    long maxBacklogPerPeer,
    long maxBacklogInAll,
    boolean echoForTests) {

  public static final Duration PATIENCE = Duration.ofSeconds(5);

  public static ServerSettings on(String host, int port) {
    return new ServerSettings(
        host,
        port,
        Duration.ofSeconds(20),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        PATIENCE,
        4L * 1024 * 1024,
        64L * 1024 * 1024,
        false);
  }

  public ServerSettings withEcho() {
    return new ServerSettings(
        host,
        port,
        pingAfter,
        pongWithin,
        drainFor,
        patience,
        maxBacklogPerPeer,
        maxBacklogInAll,
        true);
  }
}
