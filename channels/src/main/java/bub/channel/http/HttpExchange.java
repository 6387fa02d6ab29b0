package bub.channel.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One request and its answer. The answer may come from any thread, once. */
public final class HttpExchange {
  private final HttpConnection connection;
  private final Channel channel;
  private final HttpRequest request;
  private final RequestTarget target;
  private final InetAddress client;
  private final AtomicBoolean answered = new AtomicBoolean();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private @Nullable Map<String, List<String>> parameters;
  private volatile @Nullable HttpResponseStream stream;
  // Event loop only.
  private @Nullable Runnable whenGone;

  HttpExchange(
      HttpConnection connection, Channel channel, HttpRequest request, RequestTarget target) {
    this.connection = connection;
    this.channel = channel;
    this.request = request;
    this.target = target;
    this.client = RequestHead.addressOf(channel);
  }

  HttpRequest request() {
    return request;
  }

  public String method() {
    return request.method().name();
  }

  public boolean isHead() {
    return request.method().equals(HttpMethod.HEAD);
  }

  /** The path as the client wrote it. */
  public String path() {
    return target.path();
  }

  public @Nullable String header(String name) {
    return request.headers().get(name);
  }

  /** Returns the first parameter of this name. */
  public @Nullable String query(String name) {
    Map<String, List<String>> known = parameters;
    if (known == null) {
      known = new QueryStringDecoder(target.query(), false).parameters();
      parameters = known;
    }
    List<String> values = known.get(name);
    return values == null ? null : values.getFirst();
  }

  public @Nullable String cookie(String name) {
    String header = header("Cookie");
    if (header != null) {
      for (Cookie cookie : ServerCookieDecoder.STRICT.decode(header)) {
        if (cookie.name().equals(name)) {
          return cookie.value();
        }
      }
    }
    return null;
  }

  public InetAddress client() {
    return client;
  }

  /** Returns the client's end of the connection; null when it is closed. */
  public @Nullable InetSocketAddress remoteEnd() {
    return (InetSocketAddress) channel.remoteAddress();
  }

  /** Returns this end of the connection; null when it is closed. */
  public @Nullable InetSocketAddress localEnd() {
    return (InetSocketAddress) channel.localAddress();
  }

  /** Check before a body of more than {@link HttpConnection#LIGHT_BODY} bytes is kept. */
  @FunctionalInterface
  public interface LargeBodyCheck {
    void check(int bytes) throws Exception;
  }

  /**
   * Reads the body, once. The future completes on the event loop: with the body, with {@link
   * BodyTooLarge}, with the exception of {@code check}, or with an I/O error when the client left.
   */
  public CompletableFuture<byte[]> readBody(int mostBytes, LargeBodyCheck check) {
    return connection.readBody(this, mostBytes, check);
  }

  /** Waits for the body, on a thread that may block. */
  public byte[] awaitBody(int mostBytes, LargeBodyCheck check) throws Exception {
    try {
      return readBody(mostBytes, check).get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }

  /** Ends the reading of the body, unless it is complete. Any thread. */
  public void stopBody(Exception reason) {
    connection.stopBody(this, reason);
  }

  /** Returns the length that the client announced; -1 for chunks of unknown length. */
  public long bodyLength() {
    return RequestHead.bodyLength(request);
  }

  /** Adds a header to the answer, which may have a header of its own instead. */
  public HttpExchange with(String header, String value) {
    headers.put(header, value);
    return this;
  }

  Map<String, String> headers() {
    return headers;
  }

  /** Sends the whole answer without waiting for the client to read it. */
  public CompletableFuture<@Nullable Void> answer(HttpReply reply) {
    begin();
    stream = null;
    return connection.answer(this, reply);
  }

  /** Sends the whole answer and waits until the client has it. */
  public void answerAndWait(HttpReply reply) throws IOException, InterruptedException {
    HttpResponseStream.await(answer(reply));
  }

  /**
   * Answer of unknown length, which begins with the first flush. Each flush waits for the client.
   */
  public OutputStream stream(HttpReply head) {
    var output = new HttpResponseStream(connection, this, head);
    stream = output;
    return output;
  }

  void begin() {
    if (!answered.compareAndSet(false, true)) {
      throw new IllegalStateException("the request has an answer already");
    }
  }

  public boolean isAnswered() {
    return answered.get();
  }

  /** Ends a stream, if there is one. */
  public void endStream() throws IOException {
    HttpResponseStream output = stream;
    if (output != null) {
      output.close();
    }
  }

  /** Runs {@code work} on the event loop after a while; it must not block. */
  public Future<?> later(Runnable work, Duration delay) {
    return channel.eventLoop().schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Runs {@code work} once on the event loop if the connection closes before the client has the
   * whole answer, also if it is closed already; it must not block. The latest work counts.
   */
  public void whenGone(Runnable work) {
    if (channel.eventLoop().inEventLoop()) {
      waitForEnd(work);
    } else {
      channel.eventLoop().execute(() -> waitForEnd(work));
    }
  }

  private void waitForEnd(Runnable work) {
    whenGone = work;
    if (connection.hasLost(this)) {
      gone();
    }
  }

  void gone() {
    Runnable work = whenGone;
    whenGone = null;
    if (work != null) {
      work.run();
    }
  }

  /** Closes the connection, so that the client does not take a part of an answer for the whole. */
  public void abort() {
    connection.close();
  }
}
