package bub.client.transport;

import bub.protocol.ListenerProof;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Dialer of one WebSocket: TCP, TLS if needed, upgrade. Blocks the calling thread. */
final class Dialer {
  private final WebSocketConnector target;
  private final int timeoutMillis;
  private final @Nullable SslContext tls;

  Dialer(WebSocketConnector target) throws IOException {
    this.target = target;
    this.timeoutMillis = (int) target.timeout().toMillis();
    this.tls = target.isSecure() ? ClientTls.context(target) : null;
  }

  WebSocketLink dial(InetSocketAddress address) throws IOException, InterruptedException {
    var frames = new FrameAssembler();
    var proofReader = new ProofReader();
    ProofDemand demand = target.proof();
    ProofDemand.Challenge challenge = demand == null ? null : demand.newChallenge();
    ChannelFuture dialed =
        new Bootstrap()
            .group(EventLoops.shared())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    equip(channel.pipeline(), frames, proofReader, challenge);
                  }
                })
            .connect(address);
    dialed.addListener(
        done -> {
          if (!done.isSuccess()) {
            frames.upgraded().completeExceptionally(done.cause());
          }
        });
    Channel channel = dialed.channel();
    try {
      frames.upgraded().get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw ConnectErrors.explain(target, failed.getCause());
    } catch (TimeoutException late) {
      var _ = channel.close();
      throw ConnectErrors.explain(target, late);
    } catch (InterruptedException interrupted) {
      var _ = channel.close();
      throw interrupted;
    }
    if (demand != null && challenge != null) {
      check(demand, challenge, proofReader.proof(), channel);
    }
    var link = new WebSocketLink(channel, frames);
    channel.pipeline().addFirst(heartbeat(link));
    return link;
  }

  private void check(
      ProofDemand demand, ProofDemand.Challenge challenge, @Nullable String answer, Channel channel)
      throws IOException {
    boolean met =
        channel.localAddress() instanceof InetSocketAddress client
            && channel.remoteAddress() instanceof InetSocketAddress listener
            && challenge.isMetBy(answer, client, listener);
    if (!demand.accepts(met)) {
      var _ = channel.close();
      throw new IOException(
          "the program at "
              + target.url()
              + " did not prove that it is the bus, so the client did not send the token;"
              + " check that the bus is running (bub up)");
    }
  }

  private Heartbeat heartbeat(WebSocketLink link) {
    return new Heartbeat(
        target.idle(), target.pongWithin(), () -> link.abandon("the bus does not answer pings"));
  }

  private void equip(
      ChannelPipeline pipeline,
      FrameAssembler frames,
      ProofReader proofReader,
      ProofDemand.@Nullable Challenge challenge) {
    if (tls != null) {
      String host = target.url().getHost();
      pipeline.addLast(tls.newHandler(pipeline.channel().alloc(), host, target.port()));
    }
    pipeline.addLast(new HttpClientCodec());
    pipeline.addLast(new HttpObjectAggregator(FrameLimits.HANDSHAKE));
    pipeline.addLast(proofReader);
    pipeline.addLast(new WebSocketClientProtocolHandler(upgrade(challenge)));
    pipeline.addLast(new WebSocketFrameAggregator(FrameLimits.TEXT));
    pipeline.addLast(frames);
  }

  private WebSocketClientProtocolConfig upgrade(ProofDemand.@Nullable Challenge challenge) {
    var headers = new DefaultHttpHeaders();
    target.headers().forEach(headers::set);
    if (challenge != null) {
      headers.set(ListenerProof.CHALLENGE_HEADER, challenge.text());
    }
    return WebSocketClientProtocolConfig.newBuilder()
        .webSocketUri(target.url())
        .customHeaders(headers)
        .maxFramePayloadLength(FrameLimits.TEXT)
        .handshakeTimeoutMillis(timeoutMillis)
        // The bus treats an Origin header as the sign of a browser.
        .generateOriginHeader(false)
        // The link and FrameAssembler handle the close; FrameAssembler must also see pongs.
        .handleCloseFrames(false)
        .sendCloseFrame(null)
        .dropPongFrames(false)
        // The JSON parser validates every byte.
        .withUTF8Validator(false)
        .build();
  }

  /** Reader of the proof in the upgrade response, which Netty does not pass on. */
  private static final class ProofReader extends ChannelInboundHandlerAdapter {
    private volatile @Nullable String proof;

    @Nullable String proof() {
      return proof;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpResponse response) {
        proof = response.headers().get(ListenerProof.PROOF_HEADER);
      }
      context.fireChannelRead(message);
    }
  }

  /** Heartbeat that pings a silent bus and reports a dead one. Event loop only. */
  private static final class Heartbeat extends IdleStateHandler {
    private final Duration pongWithin;
    private final Runnable onSilence;
    private long heard;

    Heartbeat(Duration idle, Duration pongWithin, Runnable onSilence) {
      super(idle.toMillis(), 0, 0, TimeUnit.MILLISECONDS);
      this.pongWithin = pongWithin;
      this.onSilence = onSilence;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
      heard++;
      super.channelRead(context, message);
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
      if (!event.isFirst()) {
        return; // this silence has its ping already
      }
      long heardBefore = heard;
      // Through the whole pipeline: this handler sits before the frame encoder.
      var _ = context.channel().writeAndFlush(new PingWebSocketFrame());
      var _ =
          context
              .executor()
              .schedule(
                  () -> {
                    if (heard == heardBefore && context.channel().isActive()) {
                      onSilence.run();
                    }
                  },
                  pongWithin.toMillis(),
                  TimeUnit.MILLISECONDS);
    }
  }
}
