package bub.bus.deliver;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.protocol.Ack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Acks of one message, in the order of its recipients. The memory of acks that wait for other
 * recipients is charged to the sender. Hub thread only.
 */
final class AckCollector implements Runnable {
  private static final long OWN_BYTES = 96;

  /** Above this size, the acks are dropped as soon as the sender disconnects. */
  private static final int WORTH_DROPPING = 4 * 1024;

  private static final Ack NO_ROOM =
      Ack.retryIn(1, "The answer did not fit into the memory of the bus.");

  private final Ack[] acks;
  // Acks of the peers of each other node, after the own ones; null for most messages.
  private final List<Ack> @Nullable [] nodes;
  private final MemoryAccount sender;
  private final Consumer<List<Ack>> done;
  private int open;
  private long held;

  AckCollector(int size, int nodes, MemoryAccount sender, Consumer<List<Ack>> done) {
    this.acks = new Ack[size];
    this.nodes = nodes == 0 ? null : emptyLists(nodes);
    this.sender = sender;
    this.done = done;
    this.open = size + nodes;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types
  private static List<Ack>[] emptyLists(int size) {
    List<Ack>[] lists = new List[size];
    Arrays.fill(lists, List.of());
    return lists;
  }

  void put(int index, Ack ack) {
    open--;
    if (open > 0) {
      acks[index] = keep(ack);
      return;
    }
    acks[index] = ack;
    finish();
  }

  /** Puts the acks of all recipients on one node. */
  void putAll(int node, List<Ack> fromNode) {
    open--;
    if (nodes == null) {
      throw new IllegalStateException("no node was asked");
    }
    nodes[node] = open > 0 ? fromNode.stream().map(this::keep).toList() : fromNode;
    if (open == 0) {
      finish();
    }
  }

  private void finish() {
    letGo();
    if (nodes == null) {
      done.accept(Arrays.asList(acks));
      return;
    }
    var all = new ArrayList<Ack>(acks.length + nodes.length);
    all.addAll(Arrays.asList(acks));
    for (List<Ack> fromNode : nodes) {
      all.addAll(fromNode);
    }
    done.accept(all);
  }

  private Ack keep(Ack ack) {
    Ack own = ack.detached();
    long bytes = OWN_BYTES + own.message().length() + own.payload().retainedBytes();
    if (sender.isClosed() || !sender.reserve(MemoryKind.ACKS, bytes)) {
      return NO_ROOM;
    }
    if (held <= WORTH_DROPPING && held + bytes > WORTH_DROPPING) {
      sender.whenClosed(this);
    }
    held += bytes;
    return own;
  }

  /** Drops the acks, because the sender has disconnected. */
  @Override
  public void run() {
    Arrays.fill(acks, NO_ROOM);
    if (nodes != null) {
      Arrays.fill(nodes, List.of(NO_ROOM));
    }
    sender.release(MemoryKind.ACKS, held);
    held = 0;
  }

  private void letGo() {
    if (held > 0) {
      sender.release(MemoryKind.ACKS, held);
      if (held > WORTH_DROPPING) {
        sender.forget(this);
      }
      held = 0;
    }
  }
}
