package bub.cluster.interest;

import bub.cluster.interest.InterestMessage.Action;
import bub.cluster.interest.InterestMessage.Question;
import bub.cluster.interest.InterestMessage.RepairRequest;
import bub.cluster.interest.InterestMessage.Resume;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Writer of messages.
 *
 * <p>Each message begins with a version byte (major and minor, four bits each), its type and its
 * sender. A heartbeat goes on with the lowest and the highest major version of its sender, in every
 * version. Readers skip what follows the fields that they know, so a new field at the end needs
 * only a new minor version.
 */
final class InterestEncoder {
  static final int LOWEST_MAJOR = 1;
  static final int HIGHEST_MAJOR = 1;
  private static final int MINOR = 0;
  static final byte VERSION = (byte) (HIGHEST_MAJOR << 4 | MINOR);

  static final byte HEARTBEAT = 1;
  static final byte DELTA = 2;
  static final byte SLICE = 3;
  static final byte REPAIR_REQUEST = 4;
  static final byte CONFIRMATION = 5;
  static final byte GOODBYE = 6;
  static final int REMOVAL = 0x80;

  private static final int MAX_ENTRY_BYTES = 3 + 3 * InterestEntry.MAX_LENGTH;
  private static final int MAX_HEADER_BYTES = 128;
  static final int MIN_MESSAGE_BYTES = MAX_HEADER_BYTES + MAX_ENTRY_BYTES;

  private final byte[] name;
  private final long epoch;

  InterestEncoder(NodeId self) {
    name = self.name().getBytes(StandardCharsets.US_ASCII);
    epoch = self.epoch();
  }

  byte[] heartbeat(
      long beat,
      Question question,
      long sequence,
      long entries,
      long digest,
      Map<Long, Long> known) {
    ByteBuffer out = begin(HEARTBEAT, MAX_HEADER_BYTES + 16 * known.size());
    out.put((byte) LOWEST_MAJOR).put((byte) HIGHEST_MAJOR);
    out.putLong(beat).put(code(question));
    out.putLong(sequence).putLong(entries).putLong(digest).putInt(known.size());
    known.forEach((node, applied) -> out.putLong(node).putLong(applied));
    return bytes(out);
  }

  byte[] repairRequest(RepairRequest request) {
    ByteBuffer out = begin(REPAIR_REQUEST, MAX_HEADER_BYTES);
    out.putLong(request.to()).putLong(request.known());
    out.putLong(request.snapshot()).putLong(request.next());
    return bytes(out.put(request.resume() == Resume.AFTER_SENT ? (byte) 0 : (byte) 1));
  }

  byte[] confirmation(long to, long beat, long sequence) {
    ByteBuffer out = begin(CONFIRMATION, MAX_HEADER_BYTES);
    return bytes(out.putLong(to).putLong(beat).putLong(sequence));
  }

  byte[] goodbye() {
    return bytes(begin(GOODBYE, MAX_HEADER_BYTES));
  }

  /** Begins a delta; {@link #delta} fills the gap when its number is known. */
  ByteBuffer beginDelta(int capacity) {
    return begin(DELTA, capacity).putLong(0).put((byte) 0).putInt(0);
  }

  byte[] delta(ByteBuffer begun, long sequence, Question question, int changes) {
    begun.putLong(headerBytes(), sequence);
    begun.put(headerBytes() + 8, code(question));
    begun.putInt(headerBytes() + 9, changes);
    return bytes(begun);
  }

  /** Begins a slice; {@link #slice} fills the gap when its size is known. */
  ByteBuffer beginSlice(int capacity, long snapshot, long sequence, long total, long start) {
    ByteBuffer out = begin(SLICE, capacity).putLong(snapshot).putLong(sequence);
    return out.putLong(total).putLong(start).putInt(0);
  }

  byte[] slice(ByteBuffer begun, int entries) {
    return bytes(begun.putInt(headerBytes() + 32, entries));
  }

  /** True if any entry fits. */
  static boolean hasRoom(ByteBuffer out) {
    return out.remaining() >= MAX_ENTRY_BYTES;
  }

  static void putEntry(ByteBuffer out, Action action, InterestEntry.Kind kind, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.put((byte) (kind.code() | (action == Action.REMOVE ? REMOVAL : 0)));
    out.putShort((short) utf8.length).put(utf8);
  }

  private static byte code(Question question) {
    return question == Question.NONE ? (byte) 0 : (byte) 1;
  }

  private int headerBytes() {
    return 3 + name.length + 8;
  }

  private ByteBuffer begin(byte type, int capacity) {
    ByteBuffer out = ByteBuffer.allocate(capacity).put(VERSION).put(type);
    return out.put((byte) name.length).put(name).putLong(epoch);
  }

  private static byte[] bytes(ByteBuffer out) {
    return Arrays.copyOfRange(out.array(), out.arrayOffset(), out.arrayOffset() + out.position());
  }
}
