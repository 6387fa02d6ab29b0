package bub.cluster.message;

import bub.cluster.interest.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

/**
 * Frames that wait to be sent to one node. All frames of one turn of the hub leave as one message.
 * A frame that is too large for a message leaves in fragments. Hub thread only.
 */
final class OutgoingFrames {
  static final int VERSION = 1;
  static final int BATCH = 0;
  static final int FRAGMENT = 1;
  static final int INTEREST = 2;

  private static final int MAX_BYTES = 16 << 20;
  private static final int FRAGMENT_HEADER = 40;

  private final NodeId self;
  private final NodeId to;
  private final NodeTransport transport;
  private final Executor endOfTurn;
  private final LongConsumer notSent;
  private final NodeFrameWriter frame = new NodeFrameWriter();
  private final NodeFrameWriter batch = new NodeFrameWriter();
  private final List<Long> requests = new ArrayList<>();
  private int headerLength;
  private long fragmented;
  private boolean isScheduled;

  /**
   * @param endOfTurn runs a task on the hub thread after the current ones
   * @param notSent gets the id of each request that could not be sent
   */
  OutgoingFrames(
      NodeId self, NodeId to, NodeTransport transport, Executor endOfTurn, LongConsumer notSent) {
    this.self = self;
    this.to = to;
    this.transport = transport;
    this.endOfTurn = endOfTurn;
    this.notSent = notSent;
  }

  /** Returns false when too many bytes wait already. */
  boolean add(NodeFrame next) {
    if (batch.length() > MAX_BYTES) {
      return false;
    }
    frame.clear();
    frame.write(next);
    byte[] bytes = frame.copyOf(0, frame.length());
    if (batch.length() > headerLength && batch.length() + bytes.length + 5 > roomInMessage()) {
      flush();
    }
    if (batch.length() == 0) {
      header(batch, self, BATCH);
      headerLength = batch.length();
    }
    batch.bytes(bytes);
    if (next instanceof NodeFrame.Ask ask) {
      requests.add(ask.id());
    }
    if (!isScheduled) {
      isScheduled = true;
      endOfTurn.execute(this::endTurn);
    }
    return true;
  }

  private void endTurn() {
    isScheduled = false;
    flush();
  }

  private void flush() {
    if (batch.length() == 0) {
      return;
    }
    boolean sent =
        batch.length() <= roomInMessage()
            ? transport.send(to, batch.copyOf(0, batch.length()))
            : sendInFragments(batch.copyOf(headerLength, batch.length()));
    batch.clear();
    headerLength = 0;
    List<Long> asked = List.copyOf(requests);
    requests.clear();
    if (!sent) {
      asked.forEach(notSent::accept);
    }
  }

  private int roomInMessage() {
    return transport.maxBytes();
  }

  private boolean sendInFragments(byte[] frames) {
    int size = Math.max(1_024, roomInMessage() - headerBound());
    int count = (frames.length + size - 1) / size;
    long id = ++fragmented;
    boolean sent = true;
    for (int i = 0; i < count && sent; i++) {
      frame.clear();
      header(frame, self, FRAGMENT);
      frame.number(id);
      frame.number(i);
      frame.number(count);
      int end = Math.min(frames.length, (i + 1) * size);
      frame.bytes(Arrays.copyOfRange(frames, i * size, end));
      sent = transport.send(to, frame.copyOf(0, frame.length()));
    }
    return sent;
  }

  private int headerBound() {
    return FRAGMENT_HEADER + self.name().length();
  }

  static void header(NodeFrameWriter out, NodeId self, int kind) {
    out.number(VERSION);
    out.number(kind);
    out.text(self.name());
    out.number(self.epoch());
  }
}
