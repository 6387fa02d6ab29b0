package bub.lobby;

import bub.protocol.Address;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Registrations of all nodes of a cluster. Hub thread only; every callback runs on the hub thread,
 * exactly once.
 */
public interface SharedRegistry {

  /** False for a single bus, whose store has all registrations. */
  boolean isShared();

  /** Writes an agent unless another node has changed it since this revision; 0 for a new one. */
  void write(SharedAgent agent, long revision, Consumer<Outcome> done);

  /** Removes an agent unless another node has changed it since this revision. */
  void remove(Address agent, long revision, Consumer<Outcome> done);

  /** Tells the other nodes that an agent is connected, which delays its expiry there. */
  void seen(Address agent, Instant at);

  /** Passes the registrations of the other nodes, from now on. Called once. */
  void follow(Replica replica);

  /** Outcome of a change. */
  sealed interface Outcome {
    record Written(long revision) implements Outcome {}

    /** The request must be refused. */
    sealed interface NotWritten extends Outcome {}

    /** Another node was faster. Its change follows. */
    record Lost() implements NotWritten {}

    record TooLarge(int maxBytes) implements NotWritten {}

    /** The cluster did not confirm the change, but it may arrive later. */
    record Unavailable(String reason) implements NotWritten {}
  }

  /** Copy of all registrations on one node. Hub thread only. */
  interface Replica {
    /**
     * Called before everything else; {@code isMember} is false when the node joins the cluster.
     * Runs {@code ready} when the store has no revisions of another cluster.
     */
    void begin(boolean isMember, Runnable ready);

    void put(SharedAgent agent, long revision);

    void removed(Address agent, long revision);

    void seen(Address agent, Instant at);

    /** Signals that all present agents were put. */
    void complete();
  }
}
