package bub.bus.inspect;

import bub.protocol.Status;

/**
 * Cursor through the connections of all nodes, one node after the other. It is one number, as on a
 * single bus: the place of the node in its high bits, the last connection of that node in its low
 * bits. The place depends only on the name, so that nodes may come and go between two pages.
 */
record StatusCursor(long after, int limit) {
  // Numbers stay below 2^53, which is what JavaScript can count to.
  private static final int ARRIVAL_BITS = 32;
  private static final int PLACES = 1 << 21;

  StatusCursor(Status.Query query) {
    this(query.after(), query.limit());
  }

  /** Returns the node's place in the order of nodes. */
  static long place(String node) {
    int hash = node.hashCode() * 0x9E3779B9;
    // Never 0, because the cursor 0 is the beginning.
    return 1L + Integer.remainderUnsigned(hash ^ hash >>> 15, PLACES - 1);
  }

  static long at(String node, long arrival) {
    return place(node) << ARRIVAL_BITS | arrival;
  }

  /** Returns the query for the connections of one node that this cursor has not passed. */
  Status.Query on(String node) {
    long current = after >> ARRIVAL_BITS;
    long place = place(node);
    if (after <= 0 || place > current) {
      return new Status.Query(0, limit, node);
    }
    long arrival = place < current ? Long.MAX_VALUE : after & ((1L << ARRIVAL_BITS) - 1);
    return new Status.Query(arrival, limit, node);
  }
}
