package bub.gateway.mcpclient.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reader of lines that keeps the beginning and the end of a line that is too long. */
final class BoundedLineReader {
  private static final int CHUNK = 16 * 1024;
  private static final int TAIL = 512;

  /** Line without its end. */
  static final class Line {
    private final byte[] bytes;
    private final byte @Nullable [] tail;

    private Line(byte[] bytes, byte @Nullable [] tail) {
      this.bytes = bytes;
      this.tail = tail;
    }

    byte[] bytes() {
      return bytes;
    }

    /** Null unless the middle was dropped. */
    byte @Nullable [] tail() {
      return tail;
    }
  }

  private final InputStream in;
  private final int longest;
  private final byte[] chunk = new byte[CHUNK];
  private int next;
  private int end;

  BoundedLineReader(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** Returns null at the end of the input. */
  @Nullable Line next() throws IOException {
    var kept = new ByteArrayOutputStream();
    byte[] tail = null;
    boolean isEmpty = true;
    while (next < end || fill()) {
      isEmpty = false;
      int newline = newline();
      int stop = newline < 0 ? end : newline;
      int fits = Math.min(stop - next, longest - kept.size());
      kept.write(chunk, next, fits);
      if (fits < stop - next) {
        tail = tail(tail, next + fits, stop);
      }
      next = newline < 0 ? end : newline + 1;
      if (newline >= 0) {
        break;
      }
    }
    return isEmpty ? null : new Line(withoutReturn(kept.toByteArray()), tail);
  }

  private boolean fill() throws IOException {
    next = 0;
    end = Math.max(0, in.read(chunk));
    return end > 0;
  }

  private int newline() {
    for (int i = next; i < end; i++) {
      if (chunk[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private byte[] tail(byte @Nullable [] before, int from, int to) {
    byte[] more = Arrays.copyOfRange(chunk, Math.max(from, to - TAIL), to);
    if (before == null || more.length >= TAIL) {
      return more;
    }
    byte[] both = Arrays.copyOf(before, before.length + more.length);
    System.arraycopy(more, 0, both, before.length, more.length);
    return Arrays.copyOfRange(both, Math.max(0, both.length - TAIL), both.length);
  }

  private static byte[] withoutReturn(byte[] line) {
    int length = line.length;
    return length > 0 && line[length - 1] == '\r' ? Arrays.copyOf(line, length - 1) : line;
  }
}
