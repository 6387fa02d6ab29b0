package bub.channel.http;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;

/** Parts of requests that came before the connection could use them. Event loop only. */
final class ReceivedParts {
  // Of at most 64 KiB each; a plain request has two.
  private static final int MOST_KEPT = 4;
  // A small request takes more memory than bytes on the wire.
  private static final int MOST_REQUESTS = 16;
  private static final int MOST_PIECES = 1_024;

  private final Deque<HttpObject> parts = new ArrayDeque<>();
  private int requests;

  void add(HttpObject part) {
    parts.add(part);
    requests += part instanceof HttpRequest ? 1 : 0;
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Returns the next part, which the caller releases. */
  HttpObject take() {
    HttpObject part = parts.remove();
    requests -= part instanceof HttpRequest ? 1 : 0;
    return part;
  }

  /** True while reading on is better than to stop, which costs a system call. */
  boolean hasRoom() {
    return parts.size() < MOST_KEPT;
  }

  boolean isTooMuch() {
    return requests > MOST_REQUESTS || parts.size() > MOST_PIECES;
  }

  /** Drops the rest of a body, as far as it is here. Returns true when that is all of it. */
  boolean skipBody() {
    boolean isWhole = false;
    while (!isWhole && parts.peek() instanceof HttpContent content) {
      parts.remove();
      isWhole = content instanceof LastHttpContent;
      content.release();
    }
    return isWhole;
  }

  void clear() {
    parts.forEach(ReferenceCountUtil::release);
    parts.clear();
    requests = 0;
  }
}
