package bub.cluster.message;

import bub.cluster.interest.NodeId;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages of all other nodes to this one, passed to the hub thread in order. A hub that is too
 * slow makes the thread of the connection wait.
 */
public final class NodeInbox {
  private static final Logger LOG = LoggerFactory.getLogger(NodeInbox.class);
  private static final int MAX_WAITING_KIB = 32 * 1024;

  private final Executor hubThread;
  private final Function<NodeId, @Nullable NodeChannel> channels;
  private final Consumer<byte[]> interest;
  private final Semaphore room = new Semaphore(MAX_WAITING_KIB);
  private long invalid;

  /** {@code interest} takes the messages about interest, on the hub thread. */
  public NodeInbox(
      Executor hubThread,
      Function<NodeId, @Nullable NodeChannel> channels,
      Consumer<byte[]> interest) {
    this.hubThread = hubThread;
    this.channels = channels;
    this.interest = interest;
  }

  /** Takes a message to this node. Called on a thread of the connection, which may wait here. */
  public void received(byte[] message) {
    queue(message, this::take);
  }

  /** Takes a message to all nodes. */
  public void broadcast(byte[] message) {
    queue(message, interest);
  }

  private void queue(byte[] message, Consumer<byte[]> task) {
    int kib = Math.min(MAX_WAITING_KIB, 1 + message.length / 1024);
    room.acquireUninterruptibly(kib);
    hubThread.execute(
        () -> {
          room.release(kib);
          task.accept(message);
        });
  }

  private void take(byte[] message) {
    try {
      var in = new NodeFrameReader(message);
      if (in.number() != OutgoingFrames.VERSION) {
        throw new InvalidFrame("another version");
      }
      int kind = (int) in.number();
      var from = new NodeId(in.text(), in.number());
      if (kind == OutgoingFrames.INTEREST) {
        interest.accept(in.bytes());
        return;
      }
      NodeChannel channel = channels.apply(from);
      if (channel != null) {
        channel.received(kind, in);
      }
    } catch (IllegalArgumentException | InvalidFrame odd) {
      if (invalid++ == 0) {
        LOG.warn("Another node sent a message that this node cannot read: {}", odd.getMessage());
      }
    }
  }

  /** Returns the number of messages that could not be read. Hub thread only. */
  public long invalid() {
    return invalid;
  }

  /** Wraps a message about interest for one node. */
  public static byte[] wrapInterest(NodeId self, byte[] message) {
    var out = new NodeFrameWriter();
    OutgoingFrames.header(out, self, OutgoingFrames.INTEREST);
    out.bytes(message);
    return out.copyOf(0, out.length());
  }
}
