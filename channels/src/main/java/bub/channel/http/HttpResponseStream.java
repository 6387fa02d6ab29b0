package bub.channel.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Answer that goes out piece by piece. One thread, which waits until the client has read. */
final class HttpResponseStream extends OutputStream {
  private static final int PIECE = 16 << 10;

  private final HttpConnection connection;
  private final HttpExchange exchange;
  private final HttpReply head;
  private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
  private boolean isBegun;
  private boolean isClosed;

  HttpResponseStream(HttpConnection connection, HttpExchange exchange, HttpReply head) {
    this.connection = connection;
    this.exchange = exchange;
    this.head = head;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (isClosed) {
      throw new IOException("the answer has ended");
    }
    piece.write(bytes, offset, length);
    if (piece.size() >= PIECE) {
      flush();
    }
  }

  @Override
  public void flush() throws IOException {
    if (isClosed) {
      return;
    }
    beginOnce();
    if (piece.size() > 0) {
      var content = new DefaultHttpContent(Unpooled.wrappedBuffer(piece.toByteArray()));
      piece.reset();
      awaitWritten(connection.write(exchange, content));
    }
  }

  private void beginOnce() throws IOException {
    if (!isBegun) {
      isBegun = true;
      exchange.begin();
      awaitWritten(connection.beginStream(exchange, head));
    }
  }

  @Override
  public void close() throws IOException {
    if (!isClosed) {
      flush();
      isClosed = true;
      awaitWritten(connection.write(exchange, LastHttpContent.EMPTY_LAST_CONTENT));
    }
  }

  private static void awaitWritten(CompletableFuture<@Nullable Void> written) throws IOException {
    try {
      await(written);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the client was reading");
    }
  }

  static void await(CompletableFuture<@Nullable Void> written)
      throws IOException, InterruptedException {
    try {
      written.get();
    } catch (ExecutionException gone) {
      throw new IOException("the client is gone", gone.getCause());
    }
  }
}
