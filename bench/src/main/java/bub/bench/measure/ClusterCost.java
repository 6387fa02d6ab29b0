package bub.bench.measure;

import java.util.List;
import java.util.Optional;

/**
 * Cost of messages between the nodes of a cluster on one machine.
 *
 * @param loads one row per cluster; the first is a single bus
 * @param tables empty in a quick run
 */
public record ClusterCost(List<Load> loads, RoundTrips roundTrips, Optional<Tables> tables) {

  public ClusterCost {
    loads = List.copyOf(loads);
  }

  /**
   * One load.
   *
   * @param natsMicros CPU of nats-server per message
   */
  public record Load(String name, WindowSummary summary, double natsMicros) {}

  /** Medians of one message at a time, between peers of one node and of two. */
  public record RoundTrips(double localMicros, double remoteMicros) {}

  /**
   * Many subscriptions on three nodes.
   *
   * @param convergedMillis time from the last subscription until every node knew all of them
   * @param joinMillis time from the start of the program of a further node until it was ready
   * @param residentKib largest memory of a node
   */
  public record Tables(
      int subscriptions, long convergedMillis, long joinMillis, long residentKib) {}

  /** CPU of all nodes that a message passes, relative to a single bus. */
  public double timesSingle(Load load) {
    return load.summary().cpuMicros() / loads.getFirst().summary().cpuMicros();
  }
}
