package bub.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameWriterTest {
  private final EmbeddedChannel client = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  private final EmbeddedChannel server =
      new EmbeddedChannel(new WebSocket13FrameDecoder(true, false, 1 << 20));
  private final FrameWriter writer =
      new FrameWriter(client.pipeline().firstContext(), new SplittableRandom(1));

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 125, 126, 65_535, 65_536})
  void writesFramesOfEverySizeThatAServerReads(int size) {
    writer.frame(FrameWriter.BINARY, bytes(size), size);
    writer.flush();
    deliver();
    assertThat(next()).isEqualTo(bytes(size));
  }

  @Test
  void sendsAllFramesOfATickInOneWrite() {
    writer.frame(FrameWriter.BINARY, bytes(3), 3);
    writer.frame(FrameWriter.BINARY, bytes(5_000), 5_000);
    writer.flush();
    assertThat(client.outboundMessages()).hasSize(1);
    deliver();
    assertThat(next()).isEqualTo(bytes(3));
    assertThat(next()).isEqualTo(bytes(5_000));
  }

  @Test
  void writesNothingWhenThereIsNothingToSay() {
    writer.flush();
    assertThat(client.outboundMessages()).isEmpty();
  }

  private void deliver() {
    ByteBuf sent = client.readOutbound();
    server.writeInbound(sent);
  }

  private byte[] next() {
    BinaryWebSocketFrame frame = server.readInbound();
    try {
      return ByteBufUtil.getBytes(frame.content());
    } finally {
      frame.release();
    }
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new SplittableRandom(size).nextBytes(bytes);
    return bytes;
  }
}
