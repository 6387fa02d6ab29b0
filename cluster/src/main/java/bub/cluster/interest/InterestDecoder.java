package bub.cluster.interest;

import bub.cluster.interest.InterestEntry.Kind;
import bub.cluster.interest.InterestMessage.Action;
import bub.cluster.interest.InterestMessage.Change;
import bub.cluster.interest.InterestMessage.Confirmation;
import bub.cluster.interest.InterestMessage.Delta;
import bub.cluster.interest.InterestMessage.Goodbye;
import bub.cluster.interest.InterestMessage.Heartbeat;
import bub.cluster.interest.InterestMessage.Question;
import bub.cluster.interest.InterestMessage.RepairRequest;
import bub.cluster.interest.InterestMessage.Resume;
import bub.cluster.interest.InterestMessage.Slice;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reader of messages. It checks a whole message before anybody acts on a part of it. */
final class InterestDecoder {

  /** Outcome of reading a message. */
  sealed interface Decoded {}

  record Understood(NodeId from, InterestMessage message) implements Decoded {}

  /** Heartbeat in a version that this node does not speak. */
  record OtherVersion(NodeId from, int lowest, int highest) implements Decoded {}

  /** Message that this node ignores. */
  enum Ignored implements Decoded {
    MALFORMED,
    UNKNOWN_TYPE,
    UNKNOWN_VERSION
  }

  private static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Malformed() {
      super("malformed", null, false, false);
    }
  }

  private InterestDecoder() {}

  static Decoded decode(byte[] message) {
    try {
      return decode(ByteBuffer.wrap(message));
    } catch (BufferUnderflowException | Malformed e) {
      return Ignored.MALFORMED;
    }
  }

  private static Decoded decode(ByteBuffer in) {
    int major = (in.get() & 0xFF) >>> 4;
    byte type = in.get();
    boolean isSpoken =
        major >= InterestEncoder.LOWEST_MAJOR && major <= InterestEncoder.HIGHEST_MAJOR;
    if (!isSpoken && type != InterestEncoder.HEARTBEAT) {
      return Ignored.UNKNOWN_VERSION;
    }
    NodeId from = node(in);
    if (!isSpoken) {
      return new OtherVersion(from, in.get(), in.get());
    }
    return switch (type) {
      case InterestEncoder.HEARTBEAT -> new Understood(from, heartbeat(in));
      case InterestEncoder.DELTA -> new Understood(from, delta(in));
      case InterestEncoder.SLICE -> new Understood(from, slice(in));
      case InterestEncoder.REPAIR_REQUEST -> new Understood(from, repairRequest(in));
      case InterestEncoder.CONFIRMATION ->
          new Understood(from, new Confirmation(in.getLong(), in.getLong(), in.getLong()));
      case InterestEncoder.GOODBYE -> new Understood(from, new Goodbye());
      default -> Ignored.UNKNOWN_TYPE;
    };
  }

  private static NodeId node(ByteBuffer in) {
    String name = text(in, in.get() & 0xFF);
    long epoch = in.getLong();
    check(NodeId.isValid(name, epoch));
    return new NodeId(name, epoch);
  }

  private static Heartbeat heartbeat(ByteBuffer in) {
    in.get(); // The range of versions matters only to readers that do not speak this one.
    in.get();
    long beat = in.getLong();
    Question question = question(in);
    long sequence = notNegative(in.getLong());
    long entries = notNegative(in.getLong());
    long digest = in.getLong();
    int nodes = count(in, 16);
    Map<Long, Long> known = HashMap.newHashMap(nodes);
    for (int i = 0; i < nodes; i++) {
      known.put(in.getLong(), in.getLong());
    }
    return new Heartbeat(beat, question, sequence, entries, digest, known);
  }

  private static Delta delta(ByteBuffer in) {
    long sequence = in.getLong();
    check(sequence > 0);
    Question question = question(in);
    int count = count(in, 4);
    List<Change> changes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int code = in.get() & 0xFF;
      Action action = (code & InterestEncoder.REMOVAL) == 0 ? Action.ADD : Action.REMOVE;
      changes.add(new Change(action, entry(in, code & ~InterestEncoder.REMOVAL)));
    }
    return new Delta(sequence, question, changes);
  }

  private static Slice slice(ByteBuffer in) {
    long snapshot = in.getLong();
    check(snapshot > 0);
    long sequence = notNegative(in.getLong());
    long total = notNegative(in.getLong());
    long start = notNegative(in.getLong());
    int count = count(in, 4);
    check(start <= total && count <= total - start && (count > 0 || total == 0));
    List<InterestEntry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(entry(in, in.get() & 0xFF));
    }
    return new Slice(snapshot, sequence, total, start, entries);
  }

  private static RepairRequest repairRequest(ByteBuffer in) {
    long to = in.getLong();
    long known = in.getLong();
    long snapshot = notNegative(in.getLong());
    long next = notNegative(in.getLong());
    Resume resume = in.get() == 0 ? Resume.AFTER_SENT : Resume.FROM_NEXT;
    return new RepairRequest(to, known, snapshot, next, resume);
  }

  private static Question question(ByteBuffer in) {
    return in.get() == 0 ? Question.NONE : Question.CONFIRM_NOW;
  }

  private static InterestEntry entry(ByteBuffer in, int kind) {
    Kind known =
        switch (kind) {
          case 0 -> Kind.SUBSCRIBE;
          case 1 -> Kind.INTERCEPT;
          case 2 -> Kind.PEER;
          case 3 -> Kind.SUBSCRIBE_EXACTLY;
          default -> throw new Malformed();
        };
    String text = text(in, in.getShort() & 0xFFFF);
    check(InterestEntry.isValid(text));
    return new InterestEntry(known, text);
  }

  private static String text(ByteBuffer in, int length) {
    check(length <= in.remaining());
    var text =
        new String(in.array(), in.arrayOffset() + in.position(), length, StandardCharsets.UTF_8);
    in.position(in.position() + length);
    return text;
  }

  /** A count that the rest of the message can hold, so that no claim allocates memory. */
  private static int count(ByteBuffer in, int bytesEach) {
    int count = in.getInt();
    check(count >= 0 && count <= in.remaining() / bytesEach);
    return count;
  }

  private static long notNegative(long value) {
    check(value >= 0);
    return value;
  }

  private static void check(boolean isSound) {
    if (!isSound) {
      throw new Malformed();
    }
  }
}
