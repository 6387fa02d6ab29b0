package bub.client.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Heartbeat that pings a silent bus and reports it as dead when no data comes back. Event loop
 * only.
 */
final class Heartbeat extends IdleStateHandler {
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
