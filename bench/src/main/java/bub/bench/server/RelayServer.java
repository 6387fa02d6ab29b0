package bub.bench.server;

import bub.bench.wire.BenchTransport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Lower bound for the bus: a server that forwards the same four frames without parsing them. */
final class RelayServer {
  private RelayServer() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    BenchTransport transport = BenchTransport.best();
    EventLoopGroup loop = transport.oneLoop();
    Channel listening =
        new ServerBootstrap()
            .group(loop)
            .channel(transport.server())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(pipelineOf(new RelayExchange(loop.next())))
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    int port = ((InetSocketAddress) listening.localAddress()).getPort();
    System.out.println("relay ready ws://127.0.0.1:" + port);
    // The end of standard input means that the bench is gone.
    while (System.in.read() >= 0) {}
    System.exit(0);
  }

  private static ChannelInitializer<SocketChannel> pipelineOf(RelayExchange exchange) {
    WebSocketServerProtocolConfig config =
        WebSocketServerProtocolConfig.newBuilder()
            .websocketPath("/")
            .decoderConfig(WebSocketDecoderConfig.newBuilder().withUTF8Validator(false).build())
            .build();
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        channel
            .pipeline()
            .addLast(new HttpServerCodec())
            .addLast(new HttpObjectAggregator(8192))
            .addLast(new WebSocketServerProtocolHandler(config))
            .addLast(new RelayHandler(exchange));
      }
    };
  }
}
