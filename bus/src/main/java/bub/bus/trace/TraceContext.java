package bub.bus.trace;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import org.jspecify.annotations.Nullable;

/**
 * Trace of a message as one node tells it to another. The counters of a trace travel with its
 * messages, so that a loop across nodes is counted like a loop on one node.
 *
 * @param isPerson true when the sender is a person on its own node
 * @param text hash of the text, or zero for a message without a cause
 * @param turn null for a message that belongs to no trace yet
 */
public record TraceContext(boolean isPerson, int depth, long text, @Nullable Turn turn) {
  static final TraceContext NONE = new TraceContext(false, 0, 0, null);

  /** Trace with its counters. */
  public record Turn(
      TraceId id,
      @Nullable MessageId root,
      @Nullable Address starter,
      boolean hasPerson,
      int messages,
      int allowance,
      boolean isStopped) {}
}
