package bub.cluster.interest;

import java.util.List;
import java.util.Map;

/** Message of one node to one or all others about its interest. */
sealed interface InterestMessage {

  /**
   * Sign of life.
   *
   * @param beat counts the heartbeats and confirmations of the sender, so that late ones are known
   * @param question the receiver confirms at once
   * @param sequence number of the last delta
   * @param entries size of the sender's table after that delta
   * @param digest digest of the sender's table after that delta
   * @param known last applied delta of each node that the sender knows, by the node's epoch
   */
  record Heartbeat(
      long beat, Question question, long sequence, long entries, long digest, Map<Long, Long> known)
      implements InterestMessage {}

  /** Changes since the delta before. */
  record Delta(long sequence, Question question, List<Change> changes) implements InterestMessage {}

  /**
   * Part of a snapshot.
   *
   * @param snapshot number of the snapshot, larger for each later one of the same sender
   * @param sequence last delta that the snapshot contains
   * @param total entries of the whole snapshot
   * @param start position of the first entry of this slice in the snapshot
   */
  record Slice(long snapshot, long sequence, long total, long start, List<InterestEntry> entries)
      implements InterestMessage {}

  /**
   * Request for what the sender misses.
   *
   * @param to epoch of the node that is asked
   * @param known last delta that the sender has applied, negative if its table is wrong
   * @param snapshot number of the snapshot that the sender receives, 0 if none
   * @param next position that the sender expects in that snapshot
   */
  record RepairRequest(long to, long known, long snapshot, long next, Resume resume)
      implements InterestMessage {}

  /** Answer to a {@link Question}: the last delta that the sender has applied. */
  record Confirmation(long to, long beat, long sequence) implements InterestMessage {}

  /** Last message of a node. */
  record Goodbye() implements InterestMessage {}

  /** One change of a table. */
  record Change(Action action, InterestEntry entry) {}

  /** Direction of a change. */
  enum Action {
    ADD,
    REMOVE
  }

  /** Wish of the sender for a confirmation. */
  enum Question {
    NONE,
    CONFIRM_NOW
  }

  /** Place where a snapshot goes on: after the slices on their way, or again from a lost one. */
  enum Resume {
    AFTER_SENT,
    FROM_NEXT
  }
}
