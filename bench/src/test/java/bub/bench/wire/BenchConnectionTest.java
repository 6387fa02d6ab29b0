package bub.bench.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BenchConnectionTest {
  private static final String UPGRADED =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";
  private static final String LONG_TEXT = "x".repeat(300);

  private final Listener heard = new Listener();
  private final List<Throwable> broken = new ArrayList<>();
  private final BenchConnection connection = new BenchConnection(heard, 7892, broken::add);
  private final EmbeddedChannel channel = new EmbeddedChannel(connection);

  @BeforeEach
  void readUpgradeRequest() {
    assertThat(written())
        .startsWith("GET / HTTP/1.1\r\nHost: 127.0.0.1:7892\r\n")
        .endsWith("\r\n\r\n");
  }

  @Test
  void hearsTheSameMessagesWhereverTheNetworkCutsThem() {
    for (byte one : stream()) {
      channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {one}));
    }
    assertThat(heard.texts).containsExactly("hello", LONG_TEXT);
    assertThat(connection.ready()).isCompletedWithValue(connection);
  }

  @Test
  void hearsMessagesThatCameTogetherWithTheUpgrade() {
    channel.writeInbound(Unpooled.wrappedBuffer(stream()));
    assertThat(heard.texts).containsExactly("hello", LONG_TEXT);
    assertThat(broken).isEmpty();
  }

  @Test
  void answersAPing() {
    channel.writeInbound(text(UPGRADED), text("\u0089\u0002hi"));
    assertThat(written()).hasSize(8).startsWith("\u008a\u0082");
  }

  @Test
  void breaksWithTheReasonForWhichTheServerClosed() {
    channel.writeInbound(text(UPGRADED), text("\u0088\u0005\u0003\u00f1big"));
    assertThat(broken.getFirst()).hasMessage("the server closed a connection with 1009 big");
  }

  @Test
  void breaksWhenThereIsNoWebSocket() {
    channel.writeInbound(text("HTTP/1.1 503 Service Unavailable\r\n\r\n"));
    assertThat(broken.getFirst()).hasMessageContaining("503 Service Unavailable");
  }

  @Test
  void breaksWhenTheServerGoesAway() {
    channel.close().syncUninterruptibly();
    assertThat(broken).hasSize(1);
  }

  private static byte[] stream() {
    ByteBuf all = Unpooled.buffer();
    all.writeBytes(text(UPGRADED)).writeBytes(text("\u0081\u0005hello"));
    all.writeByte(0x82).writeByte(126).writeShort(300).writeBytes(text(LONG_TEXT));
    byte[] bytes = new byte[all.readableBytes()];
    all.readBytes(bytes);
    return bytes;
  }

  private static ByteBuf text(String text) {
    return Unpooled.copiedBuffer(text, ISO_8859_1);
  }

  private String written() {
    ByteBuf bytes = channel.readOutbound();
    return bytes.toString(ISO_8859_1);
  }

  private static final class Listener implements BenchConversation {
    final List<String> texts = new ArrayList<>();

    @Override
    public void open(FrameWriter out) {}

    @Override
    public void receive(byte[] frame, int length, FrameWriter out) {
      texts.add(new String(frame, 0, length, US_ASCII));
    }

    @Override
    public boolean ready() {
      return texts.size() == 2;
    }
  }
}
