package bub.channel.http;

import bub.channel.http.ConnectionGuard.Stage;
import bub.channel.http.ConnectionGuard.Tracked;
import bub.channel.http.HttpExchange.LargeBodyCheck;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection, which serves one request at a time and reads the next one only after the client
 * has the answer. Event loop only, except where a method says otherwise.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter {
  /** Maximum size in bytes of a body that needs no check. */
  static final int LIGHT_BODY = 64 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
  // Bytes of a refused body that are read, because a client that still sends sees no answer.
  private static final long MOST_DISCARDED = 16 << 20;

  private final Channel channel;
  private final HttpServer.Handler handler;
  private final Tracked tracked;
  private final ReceivedParts received = new ReceivedParts();
  private @Nullable HttpExchange current;
  private @Nullable BodyCollector body;
  private boolean hasWholeRequest;
  private boolean hasWrittenAnswer;
  private boolean closesAfterAnswer;
  private boolean isRefused;
  private boolean isTaking;
  private long discarded;

  private HttpConnection(Channel channel, ConnectionGuard guard, HttpServer.Handler handler) {
    this.channel = channel;
    this.handler = handler;
    this.tracked = guard.open(RequestHead.addressOf(channel), this::close);
  }

  static void accept(
      SocketChannel channel,
      ConnectionGuard guard,
      HttpServer.Handler handler,
      Set<HttpConnection> all) {
    var connection = new HttpConnection(channel, guard, handler);
    all.add(connection);
    channel
        .closeFuture()
        .addListener(
            _ -> {
              all.remove(connection);
              connection.tracked.closed();
            });
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.addLast(RequestHead.decoder(), new ReplyEncoder(() -> connection.current), connection);
  }

  // ---- reading

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (isRefused) {
      ReferenceCountUtil.release(message);
      return;
    }
    received.add((HttpObject) message);
    take();
    if (received.isTooMuch()) {
      LOG.debug("A client sent too much ahead");
      close();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    pump();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    received.clear();
    if (body != null) {
      body.fail(new IOException("the body is incomplete"));
    }
    if (current != null && hasLost(current)) {
      current.gone();
    }
  }

  /** True when the connection closed before the client had the whole answer. */
  boolean hasLost(HttpExchange exchange) {
    return current == exchange && !hasWrittenAnswer && !channel.isActive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("A connection failed", cause);
    close();
  }

  /** Takes what is decoded, as far as the current request allows. */
  private void take() {
    if (isTaking) {
      return; // the outer call goes on
    }
    isTaking = true;
    try {
      while (!received.isEmpty() && takesMore()) {
        take(received.take());
      }
    } finally {
      isTaking = false;
    }
  }

  private void pump() {
    take();
    // A client that sends on without an answer waits.
    channel.config().setAutoRead(!isRefused && (takesMore() || received.hasRoom()));
  }

  private boolean takesMore() {
    return current == null
        || !hasWholeRequest && (hasWrittenAnswer || body != null && !body.isDone());
  }

  private void take(HttpObject message) {
    try {
      if (message.decoderResult().isFailure()) {
        refuse(RequestHead.problem(message.decoderResult().cause()));
      } else if (current == null) {
        if (message instanceof HttpRequest request) {
          begin(request);
        }
      } else if (message instanceof HttpContent content) {
        receive(content);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(HttpRequest request) {
    RequestTarget target = RequestTarget.read(request.uri());
    RequestHead.Problem problem = RequestHead.check(request, target);
    if (problem != null || target == null) {
      refuse(problem == null ? RequestHead.BAD_TARGET : problem);
      return;
    }
    var exchange = new HttpExchange(this, channel, request, target);
    current = exchange;
    body = null;
    hasWholeRequest = false;
    hasWrittenAnswer = false;
    discarded = 0;
    // An old client waits for the close, because the answer does not offer to go on.
    closesAfterAnswer |= !HttpUtil.isKeepAlive(request) || RequestHead.isOld(request);
    tracked.enter(RequestHead.bodyLength(request) == 0 ? Stage.WORK : Stage.BODY);
    try {
      handler.handle(exchange);
    } catch (Throwable failed) { // an Error too: nobody else ends this request
      LOG.error("A request failed", failed);
      close();
    }
  }

  /** Answers something that is not a request; the rest of the input has no meaning then. */
  private void refuse(RequestHead.Problem problem) {
    received.clear();
    if (current != null) {
      if (body != null) {
        body.fail(new IOException(problem.text()));
      }
      closesAfterAnswer = true;
      hasWholeRequest = true;
      return;
    }
    HttpReply reply = handler.refuse(problem.status(), problem.text());
    tracked.enter(Stage.WRITE);
    HttpResponse response = HttpResponses.whole(reply, reply.body());
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    // Nothing is read any more, so that the decoder cannot find a request in the rest.
    isRefused = true;
    channel.writeAndFlush(response).addListener(_ -> close());
  }

  private void receive(HttpContent content) {
    if (body != null && !body.isDone()) {
      body.add(content.content());
    } else {
      discarded += content.content().readableBytes();
    }
    if (content instanceof LastHttpContent) {
      hasWholeRequest = true;
      tracked.move(Stage.BODY, Stage.WORK);
      if (body != null) {
        body.complete();
      }
      next();
    } else if (discarded > MOST_DISCARDED) {
      close();
    }
  }

  /** Any thread. */
  CompletableFuture<byte[]> readBody(HttpExchange exchange, int most, LargeBodyCheck check) {
    var collector = new BodyCollector(most, RequestHead.bodyLength(exchange.request()), check);
    run(
        () -> {
          if (current != exchange || body != null || hasWholeRequest || !channel.isActive()) {
            collector.fail(new IOException("the body is incomplete"));
            return;
          }
          if (RequestHead.bodyLength(exchange.request()) > most) {
            collector.fail(new BodyTooLarge(most)); // before the client sends it
            return;
          }
          body = collector;
          if (HttpUtil.is100ContinueExpected(exchange.request())) {
            channel.writeAndFlush(HttpResponses.goOn());
          }
          pump();
        });
    return collector.result();
  }

  /** Ends the reading of a body, unless it is complete. Any thread. */
  void stopBody(HttpExchange exchange, Exception reason) {
    run(
        () -> {
          if (current == exchange && body != null) {
            body.fail(reason);
          }
        });
  }

  // ---- writing

  /** Any thread. */
  CompletableFuture<@Nullable Void> answer(HttpExchange exchange, HttpReply reply) {
    return writing(
        done -> {
          byte[] content = exchange.isHead() ? new byte[0] : reply.body();
          HttpResponse response = HttpResponses.whole(reply, content);
          finish(response, exchange);
          written(channel.writeAndFlush(response), true, done);
        });
  }

  /** Any thread. */
  CompletableFuture<@Nullable Void> beginStream(HttpExchange exchange, HttpReply head) {
    return writing(
        done -> {
          HttpResponse response =
              HttpResponses.streamed(head, !RequestHead.isOld(exchange.request()));
          finish(response, exchange);
          written(channel.writeAndFlush(response), false, done);
        });
  }

  /** Any thread. */
  CompletableFuture<@Nullable Void> write(HttpExchange exchange, HttpContent content) {
    return writing(
        done -> {
          boolean isLast = content instanceof LastHttpContent;
          if (exchange.isHead() && !isLast) {
            content.release();
            done.complete(null);
          } else {
            tracked.move(Stage.WORK, Stage.WRITE);
            written(channel.writeAndFlush(content), isLast, done);
          }
        });
  }

  private CompletableFuture<@Nullable Void> writing(
      Consumer<CompletableFuture<@Nullable Void>> work) {
    var done = new CompletableFuture<@Nullable Void>();
    run(
        () -> {
          try {
            work.accept(done);
          } catch (Throwable failed) { // such as a header that must not be sent
            LOG.error("An answer failed", failed);
            close();
            done.completeExceptionally(failed);
          }
        });
    return done;
  }

  /** Adds the headers of the exchange, and decides whether the connection goes on. */
  private void finish(HttpResponse response, HttpExchange exchange) {
    HttpResponses.addMissing(exchange.headers(), response.headers());
    hasWholeRequest = hasWholeRequest || received.skipBody();
    closesAfterAnswer |=
        !hasWholeRequest
            || response
                .headers()
                .containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
    if (closesAfterAnswer) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    tracked.enter(Stage.WRITE);
  }

  private void written(
      ChannelFuture write, boolean isLast, CompletableFuture<@Nullable Void> done) {
    write.addListener(
        _ -> {
          if (!write.isSuccess()) {
            close();
            done.completeExceptionally(write.cause());
            return;
          }
          if (isLast) {
            hasWrittenAnswer = true;
            next();
          } else {
            tracked.move(Stage.WRITE, Stage.WORK);
          }
          done.complete(null);
        });
  }

  /** Goes on to the next request when this one is over. */
  private void next() {
    if (current == null || !hasWrittenAnswer) {
      return;
    }
    if (hasWholeRequest) {
      current = null;
      body = null;
      if (closesAfterAnswer) {
        close();
        return;
      }
      tracked.enter(Stage.NEXT_REQUEST);
    } else {
      // The client still sends. It must see the answer, which a reset would destroy.
      tracked.enter(Stage.BODY);
      ((SocketChannel) channel).shutdownOutput();
    }
    pump();
  }

  // ---- end

  /** Any thread. */
  void closeWhenIdle() {
    run(
        () -> {
          closesAfterAnswer = true;
          if (current == null) {
            close();
          }
        });
  }

  /** Any thread but the event loop. */
  void awaitClosed(long nanos) {
    channel.closeFuture().awaitUninterruptibly(Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  /** Any thread. */
  void close() {
    channel.close();
  }

  private void run(Runnable task) {
    if (channel.eventLoop().inEventLoop()) {
      task.run();
    } else {
      channel.eventLoop().execute(task);
    }
  }
}
