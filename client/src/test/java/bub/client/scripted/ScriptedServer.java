package bub.client.scripted;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A real WebSocket server on its own port, with a {@link ScriptedBus} behind it. */
public final class ScriptedServer implements AutoCloseable {
  private static final int MAX_FRAME = 4 * 1024 * 1024;

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final List<Channel> channels = new CopyOnWriteArrayList<>();
  private final List<HttpHeaders> requests = new CopyOnWriteArrayList<>();
  private final List<Integer> closeCodes = new CopyOnWriteArrayList<>();
  private final ScriptedBus bus;
  private final @Nullable SslContext tls;
  private final int port;
  private volatile @Nullable HttpResponseStatus refusal;
  private volatile boolean upgrades = true;

  private ScriptedServer(ScriptedBus bus, @Nullable SslContext tls) {
    this.bus = bus;
    this.tls = tls;
    Channel listening =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    equip(channel);
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    this.port = ((InetSocketAddress) listening.localAddress()).getPort();
  }

  public static ScriptedServer of(ScriptedBus bus) {
    return new ScriptedServer(bus, null);
  }

  public static ScriptedServer secure(ScriptedBus bus, SslContext tls) {
    return new ScriptedServer(bus, tls);
  }

  private void equip(Channel channel) {
    var pipeline = channel.pipeline();
    if (tls != null) {
      pipeline.addLast(tls.newHandler(channel.alloc()));
    }
    pipeline.addLast(new HttpServerCodec(), new HttpObjectAggregator(65_536));
    pipeline.addLast(
        new SimpleChannelInboundHandler<FullHttpRequest>(false) {
          @Override
          protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            meet(context, request);
          }
        });
  }

  private void meet(ChannelHandlerContext context, FullHttpRequest request) {
    requests.add(request.headers().copy());
    HttpResponseStatus status = refusal;
    if (status != null) {
      var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
      response.headers().set("content-length", 0);
      var _ = context.writeAndFlush(response);
    } else if (upgrades) {
      var link = new ServerLink(context.channel(), closeCodes);
      context.pipeline().addLast(new WebSocketServerProtocolHandler(webSocket()), link);
      bus.attach(link);
      channels.add(context.channel());
      context.fireChannelRead(request);
    }
  }

  private static WebSocketServerProtocolConfig webSocket() {
    return WebSocketServerProtocolConfig.newBuilder()
        .websocketPath("/")
        .handleCloseFrames(false)
        .sendCloseFrame(null)
        .decoderConfig(WebSocketDecoderConfig.newBuilder().maxFramePayloadLength(MAX_FRAME).build())
        .build();
  }

  public URI url() {
    return URI.create((tls == null ? "ws" : "wss") + "://localhost:" + port);
  }

  /** Answers every upgrade with this status. */
  public void refuseWith(HttpResponseStatus status) {
    refusal = status;
  }

  /** Takes connections and says nothing at all. */
  public void beSilent() {
    upgrades = false;
  }

  /** The newest connection, for frames that no link would send. */
  public Channel newest() {
    return channels.getLast();
  }

  /** Breaks every connection without a goodbye. */
  public void drop() {
    for (Channel channel : channels) {
      channel
          .eventLoop()
          .execute(
              () -> {
                if (channel.isOpen()) {
                  channel.config().setOption(ChannelOption.SO_LINGER, 0);
                  var _ = channel.close();
                }
              });
    }
    channels.clear();
  }

  public void closeAll(int code, String reason) {
    for (Channel channel : channels) {
      var _ = channel.writeAndFlush(new CloseWebSocketFrame(code, reason));
    }
    channels.clear();
  }

  /** The headers of every upgrade request so far. */
  public List<HttpHeaders> requests() {
    return requests;
  }

  /** The codes of the close frames that clients sent. */
  public List<Integer> closeCodes() {
    return closeCodes;
  }

  @Override
  public void close() {
    drop();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
