package bub.bus.deliver;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.protocol.Ack;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

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
  private final MemoryAccount sender;
  private final Consumer<List<Ack>> done;
  private int open;
  private long held;

  AckCollector(int size, MemoryAccount sender, Consumer<List<Ack>> done) {
    this.acks = new Ack[size];
    this.sender = sender;
    this.done = done;
    this.open = size;
  }

  void put(int index, Ack ack) {
    open--;
    if (open > 0) {
      acks[index] = keep(ack);
      return;
    }
    acks[index] = ack;
    letGo();
    done.accept(Arrays.asList(acks));
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
