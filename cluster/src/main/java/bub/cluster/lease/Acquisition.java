package bub.cluster.lease;

import bub.cluster.interest.NodeId;

/** Outcome of an attempt to acquire a lease. */
public sealed interface Acquisition {
  /** This node holds the lease. A later holder has a greater token. */
  record Held(long token) implements Acquisition {}

  /** Another node holds the lease. */
  record HeldBy(NodeId node) implements Acquisition {}

  /** The cluster could not decide. This node does not hold the lease. */
  record Unavailable(String reason) implements Acquisition {}
}
