package bub.cluster.message;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Assembler of the fragments of one node, which arrive in order. A missing fragment discards its
 * message: the node that asked learns later that its request was lost. Hub thread only.
 */
final class FragmentAssembler {
  private static final int MAX_BYTES = 64 << 20;

  private final ByteArrayOutputStream collected = new ByteArrayOutputStream(0);
  private long current;
  private long next;

  /** Returns the complete bytes with the last fragment, otherwise null. */
  byte @Nullable [] add(long id, long index, long count, byte[] part) {
    if (index == 0) {
      discard();
      current = id;
    }
    if (id != current || index != next || collected.size() + part.length > MAX_BYTES) {
      discard();
      current = 0;
      return null;
    }
    collected.write(part, 0, part.length);
    next++;
    if (next < count) {
      return null;
    }
    byte[] complete = collected.toByteArray();
    discard();
    return complete;
  }

  private void discard() {
    collected.reset();
    next = 0;
  }

  int heldBytes() {
    return collected.size();
  }
}
