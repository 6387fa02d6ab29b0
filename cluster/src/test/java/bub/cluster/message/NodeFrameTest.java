package bub.cluster.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.cluster.NodeQuestion;
import bub.bus.trace.TraceContext;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeFrameTest {
  private static final Ack ACK = new Ack(true, "grüße", false, 3, json("{\"a\":[1]}"));
  private static final TraceId TRACE = new TraceId("0af7651916cd43dd8448eb211c80319c");
  private static final Envelope ENVELOPE =
      new Envelope(
          new Address("tg:1"),
          new Address("agent:ä"),
          new MessageId("m-1"),
          json("{\"type\":\"t\"}"));
  private static final TraceContext PLAIN = new TraceContext(false, 0, 0, null);
  private static final TraceContext TRACED =
      new TraceContext(
          true,
          7,
          -5,
          new TraceContext.Turn(
              TRACE, new MessageId("root"), new Address("tg:1"), true, 12, 200, true));

  private static RawJson json(String text) {
    return RawJson.trusted(text.getBytes(UTF_8));
  }

  static Stream<NodeFrame> frames() {
    return Stream.of(
        new NodeFrame.Deliver(1, ENVELOPE, PLAIN),
        new NodeFrame.Deliver(Long.MAX_VALUE, ENVELOPE, TRACED),
        new NodeFrame.Intercept(2, ENVELOPE, TRACED),
        new NodeFrame.Call(3, new Address("agent:p"), 60_000, ENVELOPE, PLAIN),
        new NodeFrame.Inspect(4, new NodeQuestion("getStatus", json("{}"))),
        new NodeFrame.Publish(ENVELOPE, PLAIN),
        new NodeFrame.OrderTrace(TRACE, TraceOrder.Action.CONTINUE, new Address("tg:1")),
        new NodeFrame.StillOpen(List.of(1L, 300L, 70_000L)),
        new NodeFrame.Progress(5, json("{\"status\":\"in_progress\"}")),
        new NodeFrame.Acks(6, List.of(ACK, Ack.failed("no"))),
        new NodeFrame.Acks(7, List.of()),
        new NodeFrame.Halted(8, new Address("guard:1"), ACK),
        new NodeFrame.Failed(9, NodeFrame.Failure.BUSY, "full"),
        new NodeFrame.Called(10, ACK),
        new NodeFrame.Inspected(11, json("[1,2]")));
  }

  private static byte[] encode(NodeFrame frame) {
    var one = new NodeFrameWriter();
    one.write(frame);
    var batch = new NodeFrameWriter();
    batch.bytes(one.copyOf(0, one.length()));
    return batch.copyOf(0, batch.length());
  }

  @ParameterizedTest
  @MethodSource("frames")
  void everyFrameComesBackAsItWas(NodeFrame frame) {
    assertThat(new NodeFrameReader(encode(frame)).read()).isEqualTo(frame);
  }

  @ParameterizedTest
  @MethodSource("frames")
  void aFrameThatIsCutOffIsRefused(NodeFrame frame) {
    byte[] bytes = encode(frame);
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThat(isRefused(part)).as("%d of %d bytes", length, bytes.length).isTrue();
    }
  }

  private static boolean isRefused(byte[] bytes) {
    try {
      new NodeFrameReader(bytes).read();
      return false;
    } catch (InvalidFrame refused) {
      return true;
    }
  }

  @Test
  void anythingElseIsRefusedOrRead() {
    var random = new Random(7);
    List<byte[]> samples = frames().map(NodeFrameTest::encode).toList();
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = samples.get(random.nextInt(samples.size())).clone();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      isRefused(bytes); // any other exception fails the test
    }
  }

  @Test
  void aFrameOfALaterVersionIsSkipped() {
    var later = new NodeFrameWriter();
    later.number(99);
    later.number(1);
    later.text("new");
    var batch = new NodeFrameWriter();
    batch.bytes(later.copyOf(0, later.length()));
    var known = new NodeFrameWriter();
    known.write(new NodeFrame.StillOpen(List.of(5L)));
    known.text("a new field at the end");
    batch.bytes(known.copyOf(0, known.length()));
    var in = new NodeFrameReader(batch.copyOf(0, batch.length()));

    assertThat(in.read()).isNull();
    assertThat(in.read()).isEqualTo(new NodeFrame.StillOpen(List.of(5L)));
    assertThat(in.hasMore()).isFalse();
  }
}
