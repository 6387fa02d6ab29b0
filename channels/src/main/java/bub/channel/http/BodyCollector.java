package bub.channel.http;

import bub.channel.http.HttpExchange.LargeBodyCheck;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Body of a request while it arrives. Event loop only. */
final class BodyCollector {
  private static final int FIRST = 1 << 10;

  private final int most;
  private final LargeBodyCheck check;
  private final CompletableFuture<byte[]> result = new CompletableFuture<>();
  private byte[] bytes;
  private int length;
  private boolean isChecked;

  /** {@code announced} is -1 when the client did not say. */
  BodyCollector(int most, long announced, LargeBodyCheck check) {
    this.most = most;
    this.check = check;
    // Trust the client only as far as it costs little.
    int expected = announced < 0 ? FIRST : (int) Math.min(announced, HttpConnection.LIGHT_BODY);
    this.bytes = new byte[expected];
  }

  CompletableFuture<byte[]> result() {
    return result;
  }

  boolean isDone() {
    return result.isDone();
  }

  void add(ByteBuf content) {
    int more = content.readableBytes();
    if (length + more > most) {
      fail(new BodyTooLarge(most));
      return;
    }
    if (length + more > HttpConnection.LIGHT_BODY && !isChecked) {
      isChecked = true;
      try {
        check.check(most);
      } catch (Exception refused) {
        fail(refused);
        return;
      }
    }
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, Math.min(most, 2 * bytes.length)));
    }
    content.readBytes(bytes, length, more);
    length += more;
  }

  void complete() {
    result.complete(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
  }

  void fail(Exception problem) {
    result.completeExceptionally(problem);
    bytes = new byte[0];
  }
}
