package bub.bus.server;

import bub.bus.Hub;
import bub.bus.dialect.Dialect;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.dialect.WireSession;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Upgrade of a request to a WebSocket session in the dialect of its path. Event loop only. */
final class UpgradeHandler {
  private static final int MAX_TOKEN = 512;

  private final Hub hub;
  private final ServerSettings settings;
  private final List<Dialect> dialects;
  private final ConnectionRegistry connections;
  private final Flusher flusher;
  private final ListenerProver prover;
  private final BrowserCheck browserCheck;

  UpgradeHandler(
      Hub hub,
      ServerSettings settings,
      List<Dialect> dialects,
      ConnectionRegistry connections,
      Flusher flusher,
      ListenerProver prover) {
    this.hub = hub;
    this.settings = settings;
    this.dialects = dialects;
    this.connections = connections;
    this.flusher = flusher;
    this.prover = prover;
    this.browserCheck = new BrowserCheck(settings);
  }

  AcceptedConnection accept(Channel channel) {
    return new AcceptedConnection(channel, hub.memory(), settings.tls() != null);
  }

  BrowserCheck.@Nullable Rejection rejects(Channel channel, FullHttpRequest request) {
    return browserCheck.look(request, (InetSocketAddress) channel.localAddress());
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
    var text = new StringBuilder("Available paths:\n");
    dialects.forEach(dialect -> text.append("  ").append(dialect.path()).append('\n'));
    return text.append("  /healthz\n").toString();
  }

  /** Returns null when the bus is healthy, otherwise the reason why it refuses all connections. */
  @Nullable String problem() {
    return hub.lock().problem() == null
        ? null
        : "closed " + hub.serverId() + ": it cannot read its tokens and rejects all connections\n";
  }

  String health() {
    return "ok " + hub.serverId() + ", " + hub.peers() + " peers\n";
  }

  Duration timeout() {
    return settings.timeout();
  }

  boolean hasRoom() {
    return connections.size() < hub.limits().maxConnections();
  }

  void welcome(
      ChannelHandlerContext ctx,
      FullHttpRequest request,
      Dialect dialect,
      AcceptedConnection connection) {
    UnauthenticatedPeer newPeer = newPeer(ctx.channel(), request, connection);
    FullHttpResponse response = WebSocketHandshake.accept(request);
    prover.prove(ctx.channel(), request, response);
    ctx.writeAndFlush(response)
        .addListener(
            upgraded -> {
              if (upgraded.isSuccess() && ctx.channel().isActive()) {
                startConversation(ctx, dialect, newPeer, connection);
              }
            });
  }

  private UnauthenticatedPeer newPeer(
      Channel channel, FullHttpRequest request, AcceptedConnection connection) {
    return new UnauthenticatedPeer(
        connections.nextId(),
        connection.remoteAddress(),
        bearerToken(request),
        ClientCertificate.nameOn(channel),
        connection.account());
  }

  private static @Nullable String bearerToken(FullHttpRequest request) {
    String header = request.headers().get(HttpHeaderNames.AUTHORIZATION);
    boolean bearer = header != null && header.regionMatches(true, 0, "Bearer ", 0, 7);
    return bearer ? clip(header.substring(7).strip()) : null;
  }

  /** Shortens a text that is longer than any token, so that it does not use much memory. */
  private static String clip(String token) {
    return token.length() <= MAX_TOKEN ? token : token.substring(0, MAX_TOKEN);
  }

  private void startConversation(
      ChannelHandlerContext ctx,
      Dialect dialect,
      UnauthenticatedPeer newPeer,
      AcceptedConnection connection) {
    Channel channel = ctx.channel();
    var logShare = new LogShare(connections);
    var link = new ServerLink(channel, flusher, settings, connection.account(), logShare);
    connection.upgraded(link);
    WireSession session = dialect.converse(link, hub, newPeer);
    var conversation =
        new WebSocketConnection(
            channel, link, session, dialect, hub, connections, settings, connection);
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.replace(ctx.handler(), "conversation", conversation);
    pipeline.remove(HttpObjectAggregator.class);
    pipeline.remove(HttpServerCodec.class);
  }
}
