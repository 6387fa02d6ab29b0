package bub.cluster.interest;

import java.time.Duration;

/**
 * Periods and limits of the replicated interest table.
 *
 * @param heartbeat time between two heartbeats
 * @param deadAfter silence after which a node is forgotten
 * @param barrierBound longest time that a barrier waits
 * @param messageBytes largest message
 * @param recentDeltas deltas that a node keeps for nodes that missed them; others get a snapshot
 * @param slicesPerTick slices of snapshots that one tick sends to all nodes together
 * @param maxNodes other nodes in the table
 * @param maxEntries entries per node
 * @param maxBarriers barriers that wait at the same time; more of them run at once
 */
public record InterestSettings(
    Duration heartbeat,
    Duration deadAfter,
    Duration barrierBound,
    int messageBytes,
    int recentDeltas,
    int slicesPerTick,
    int maxNodes,
    long maxEntries,
    int maxBarriers) {

  public static final InterestSettings DEFAULTS =
      new InterestSettings(
          Duration.ofMillis(500),
          Duration.ofSeconds(3),
          Duration.ofSeconds(1),
          64 * 1024,
          256,
          32,
          256,
          20_000_000,
          20_000);

  public InterestSettings {
    if (messageBytes < InterestEncoder.MIN_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "A message has at least " + InterestEncoder.MIN_MESSAGE_BYTES + " bytes.");
    }
  }
}
