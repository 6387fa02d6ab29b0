package bub.bus.server;

import static io.netty.handler.codec.http.HttpHeaderNames.CONNECTION;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderNames.SEC_WEBSOCKET_VERSION;
import static io.netty.handler.codec.http.HttpHeaderNames.UPGRADE;
import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;
import static io.netty.handler.codec.http.HttpResponseStatus.SERVICE_UNAVAILABLE;
import static io.netty.handler.codec.http.HttpResponseStatus.UPGRADE_REQUIRED;
import static io.netty.handler.codec.http.HttpVersion.HTTP_1_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bus.dialect.Dialect;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Handler of HTTP requests: health check, upgrade to a WebSocket, and errors for the rest. */
@SuppressWarnings("FutureReturnValueIgnored") // no code waits for the end of a close
final class HttpRequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final UpgradeHandler upgrades;
  private final AcceptedConnection connection;
  private @Nullable ScheduledFuture<?> deadline;

  HttpRequestHandler(UpgradeHandler upgrades, AcceptedConnection connection) {
    this.upgrades = upgrades;
    this.connection = connection;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    long nanos = upgrades.timeout().toNanos();
    deadline = ctx.executor().schedule(() -> ctx.close(), nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (deadline != null) {
      deadline.cancel(false);
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    String path = new QueryStringDecoder(request.uri()).rawPath();
    if (request.decoderResult().isFailure()) {
      answer(ctx, BAD_REQUEST, "Invalid HTTP request.\n");
      return;
    }
    BrowserCheck.Rejection rejection = upgrades.rejects(ctx.channel(), request);
    if (rejection != null) {
      answer(ctx, rejection.status(), rejection.text());
    } else if (path.equals("/healthz")) {
      String problem = upgrades.problem();
      if (problem == null) {
        answer(ctx, OK, upgrades.health());
      } else {
        answer(ctx, SERVICE_UNAVAILABLE, problem);
      }
    } else {
      upgrade(ctx, request, path);
    }
  }

  private void upgrade(ChannelHandlerContext ctx, FullHttpRequest request, String path) {
    Dialect dialect = upgrades.dialectAt(path);
    if (dialect == null) {
      answer(ctx, NOT_FOUND, "Not found: " + path + "\n" + upgrades.paths());
      return;
    }
    if (!WebSocketHandshake.isWanted(request)) {
      answer(
          ctx,
          UPGRADE_REQUIRED,
          "This is a WebSocket endpoint. Connect with a WebSocket client.\n");
      return;
    }
    String problem = WebSocketHandshake.problemWith(request);
    if (!WebSocketHandshake.isOurVersion(request)) {
      answer(ctx, UPGRADE_REQUIRED, "Unsupported WebSocket version. Use version 13.\n");
    } else if (problem != null) {
      answer(ctx, BAD_REQUEST, problem + "\n");
    } else if (!upgrades.hasRoom()) {
      answer(ctx, SERVICE_UNAVAILABLE, "Too many connections. Try again later.\n");
    } else {
      upgrades.welcome(ctx, request, dialect, connection);
    }
  }

  private static void answer(ChannelHandlerContext ctx, HttpResponseStatus status, String text) {
    var response =
        new DefaultFullHttpResponse(HTTP_1_1, status, Unpooled.copiedBuffer(text, UTF_8));
    response.headers().set(CONTENT_TYPE, "text/plain; charset=utf-8");
    response.headers().set("x-content-type-options", "nosniff");
    response.headers().set(CONTENT_LENGTH, response.content().readableBytes());
    response.headers().set(CONNECTION, "close");
    if (status.equals(UPGRADE_REQUIRED)) {
      response
          .headers()
          .set(UPGRADE, "websocket")
          .set(SEC_WEBSOCKET_VERSION, WebSocketHandshake.VERSION);
    }
    ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    connection.closed();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
    ctx.close();
  }
}
