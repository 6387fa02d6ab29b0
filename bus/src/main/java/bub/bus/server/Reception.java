package bub.bus.server;

import bub.bus.Hub;
import bub.bus.dialect.Dialect;
import bub.bus.dialect.Session;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns an upgrade request into a conversation in the dialect of its path. Event loop only. */
final class Reception {
  private final Hub hub;
  private final ServerSettings settings;
  private final List<Dialect> dialects;
  private final Connections connections;
  private final Flusher flusher;
  private final WebSocketDecoderConfig decoding;

  Reception(
      Hub hub,
      ServerSettings settings,
      List<Dialect> dialects,
      Connections connections,
      Flusher flusher) {
    this.hub = hub;
    this.settings = settings;
    this.dialects = dialects;
    this.connections = connections;
    this.flusher = flusher;
    this.decoding =
        WebSocketDecoderConfig.newBuilder()
            .maxFramePayloadLength(hub.limits().maxMessageBytes())
            .closeOnProtocolViolation(false) // we close, with our own care
            .withUTF8Validator(false) // done on the whole message
            .build();
  }

  @Nullable Dialect dialectAt(String path) {
    for (Dialect dialect : dialects) {
      if (dialect.path().equals(path)) {
        return dialect;
      }
    }
    return null;
  }

  String paths() {
    var text = new StringBuilder("bub listens at:\n");
    dialects.forEach(dialect -> text.append("  ").append(dialect.path()).append('\n'));
    return text.append("  /healthz\n").toString();
  }

  String health() {
    return "ok " + hub.serverId() + ", " + hub.peers() + " peers\n";
  }

  boolean hasRoom() {
    return connections.size() < hub.limits().maxConnections();
  }

  void welcome(ChannelHandlerContext ctx, FullHttpRequest request, Dialect dialect) {
    if (!"13".equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
      WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(ctx.channel());
      return;
    }
    Channel channel = ctx.channel();
    try {
      new WebSocketServerHandshaker13(request.uri(), null, decoding)
          .handshake(channel, request)
          .addListener(_ -> startConversation(ctx, dialect));
    } catch (WebSocketHandshakeException incomplete) {
      ctx.close();
    }
  }

  private void startConversation(ChannelHandlerContext ctx, Dialect dialect) {
    Channel channel = ctx.channel();
    if (!channel.isActive()) {
      return;
    }
    var link = new WebSocketLink(channel, flusher, settings);
    Session session = dialect.converse(link, hub, connections.nextId());
    var conversation =
        new Conversation(
            channel,
            link,
            session,
            connections,
            new Liveness(hub.nanoTime(), settings),
            new MessageAssembler(hub.limits().maxMessageBytes()),
            dialect instanceof EchoDialect);
    // We write whole frames ourselves, so Netty's encoder has nothing to do any more.
    channel.pipeline().remove("wsencoder");
    channel.pipeline().replace(ctx.handler(), "conversation", conversation);
  }
}
