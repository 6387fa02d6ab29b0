package bub.client.transport;

import bub.protocol.ListenerProof;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Reader of the proof in the upgrade response, which Netty does not pass on. */
final class ProofReader extends ChannelInboundHandlerAdapter {
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
