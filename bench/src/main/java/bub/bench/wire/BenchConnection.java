package bub.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One WebSocket to a server, cheap because the driver shares the machine with the server. */
public final class BenchConnection extends ByteToMessageDecoder {
  private static final int CLOSE = 0x8;
  private static final int PING = 0x9;

  private final BenchConversation conversation;
  private final int port;
  private final Consumer<Throwable> broken;
  private final CompletableFuture<BenchConnection> ready = new CompletableFuture<>();
  private byte[] frame = new byte[4096];
  private boolean upgraded;
  private @Nullable FrameWriter out;

  BenchConnection(BenchConversation conversation, int port, Consumer<Throwable> broken) {
    this.conversation = conversation;
    this.port = port;
    this.broken = broken;
  }

  public CompletableFuture<BenchConnection> ready() {
    return ready;
  }

  /** Call only after the channel is active, and on its event loop. */
  FrameWriter out() {
    if (out == null) {
      throw new IllegalStateException("not connected");
    }
    return out;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    out = new FrameWriter(context, new SplittableRandom(System.nanoTime()));
    String upgrade =
        """
        GET %s HTTP/1.1
        Host: 127.0.0.1:%d
        Upgrade: websocket
        Connection: Upgrade
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
        Sec-WebSocket-Version: 13

        """
            .formatted(conversation.path(), port)
            .replace("\n", "\r\n");
    var _ = context.writeAndFlush(Unpooled.copiedBuffer(upgrade, US_ASCII), context.voidPromise());
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> unused) {
    if (upgraded || upgrade(in)) {
      while (nextFrame(in)) {}
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    super.channelReadComplete(context);
    out().flush();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    broken.accept(new BenchFailure("the server closed a connection"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    broken.accept(cause.getCause() instanceof BenchFailure failure ? failure : cause);
    var _ = context.close();
  }

  private boolean upgrade(ByteBuf in) {
    String answer = in.toString(US_ASCII);
    int end = answer.indexOf("\r\n\r\n");
    if (end < 0) {
      return false;
    }
    if (!answer.startsWith("HTTP/1.1 101")) {
      throw new BenchFailure(
          "the server did not open a WebSocket: " + answer.lines().findFirst().orElse(""));
    }
    in.skipBytes(end + 4);
    upgraded = true;
    conversation.open(out());
    return true;
  }

  private boolean nextFrame(ByteBuf in) {
    int at = in.readerIndex();
    int there = in.readableBytes();
    if (there < 2) {
      return false;
    }
    int header = 2;
    long length = in.getByte(at + 1);
    if (length == 126) {
      header = 4;
      length = there < header ? Integer.MAX_VALUE : in.getUnsignedShort(at + 2);
    } else if (length == 127) {
      header = 10;
      length = there < header ? Integer.MAX_VALUE : in.getLong(at + 2);
    }
    if (there - header < length) {
      return false;
    }
    accept(in.getUnsignedByte(at), in.skipBytes(header), (int) length);
    return true;
  }

  private void accept(int start, ByteBuf in, int length) {
    if (frame.length < length) {
      frame = new byte[length * 2];
    }
    in.readBytes(frame, 0, length);
    switch (start) {
      case 0x80 | FrameWriter.TEXT, 0x80 | FrameWriter.BINARY -> {
        conversation.receive(frame, length, out());
        if (!ready.isDone() && conversation.ready()) {
          ready.complete(this);
        }
      }
      case 0x80 | PING -> out().frame(FrameWriter.PONG, frame, length);
      case 0x80 | CLOSE ->
          throw new BenchFailure("the server closed a connection" + reason(length));
      // The servers never fragment messages this small, so the driver need not reassemble them.
      default ->
          throw new BenchFailure(
              "unexpected first byte of a frame: 0x" + Integer.toHexString(start));
    }
  }

  private String reason(int length) {
    if (length < 2) {
      return "";
    }
    int code = (frame[0] & 0xFF) << 8 | (frame[1] & 0xFF);
    return " with " + code + " " + new String(frame, 2, length - 2, UTF_8);
  }
}
