package bub.cluster.interest;

import bub.cluster.interest.InterestMessage.RepairRequest;
import bub.cluster.interest.InterestMessage.Resume;
import bub.cluster.interest.InterestMessage.Slice;

/** Snapshot of another node of which the first slices have arrived. */
final class IncomingSnapshot {
  private final long id;
  private final long sequence;
  private final long total;
  private final InterestTable entries;
  private long next;
  private int slicesSinceRequest;

  IncomingSnapshot(NodeId owner, Slice first) {
    id = first.snapshot();
    sequence = first.sequence();
    total = first.total();
    entries = new InterestTable(owner);
  }

  long id() {
    return id;
  }

  /** Last delta that the snapshot contains. */
  long sequence() {
    return sequence;
  }

  InterestTable entries() {
    return entries;
  }

  /** Position of the first entry that has not arrived. */
  long next() {
    return next;
  }

  boolean expects(Slice slice) {
    return slice.snapshot() == id
        && slice.sequence() == sequence
        && slice.total() == total
        && slice.start() == next;
  }

  void advance(Slice slice) {
    next += slice.entries().size();
    slicesSinceRequest++;
  }

  boolean isComplete() {
    return next == total;
  }

  /** True once per half window: the sender may send as many slices again. */
  boolean allowsMore() {
    return slicesSinceRequest >= SnapshotSender.WINDOW / 2;
  }

  RepairRequest requestMore(long to, long known) {
    slicesSinceRequest = 0;
    return new RepairRequest(to, known, id, next, Resume.AFTER_SENT);
  }

  RepairRequest requestAgain(long to, long known) {
    slicesSinceRequest = 0;
    return new RepairRequest(to, known, id, next, Resume.FROM_NEXT);
  }

  /** The texts are those of the live table, so only the slots count. */
  long heldBytes() {
    return 12 * entries.size();
  }
}
