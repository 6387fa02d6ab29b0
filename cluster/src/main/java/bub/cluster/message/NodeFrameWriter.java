package bub.cluster.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bus.cluster.NodeQuestion;
import bub.bus.trace.TraceContext;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writer of frames in their binary form: numbers with variable length, texts with their length. */
final class NodeFrameWriter {
  private byte[] buffer = new byte[1024];
  private int length;

  int length() {
    return length;
  }

  void clear() {
    length = 0;
    if (buffer.length > 1 << 20) {
      buffer = new byte[1024]; // one large message must not hold memory for ever
    }
  }

  byte[] copyOf(int from, int to) {
    return Arrays.copyOfRange(buffer, from, to);
  }

  void write(NodeFrame frame) {
    switch (frame) {
      case NodeFrame.Deliver(long id, Envelope envelope, TraceContext context) -> {
        begin(FrameType.DELIVER, id);
        message(envelope, context);
      }
      case NodeFrame.Forward(long id, Envelope envelope, TraceContext context) -> {
        begin(FrameType.FORWARD, id);
        message(envelope, context);
      }
      case NodeFrame.Intercept(long id, Envelope envelope, TraceContext context) -> {
        begin(FrameType.INTERCEPT, id);
        message(envelope, context);
      }
      case NodeFrame.Call(long id, Address provider, long timeout, var envelope, var context) -> {
        begin(FrameType.CALL, id);
        text(provider.value());
        number(timeout);
        message(envelope, context);
      }
      case NodeFrame.Inspect(long id, NodeQuestion(String method, RawJson params)) -> {
        begin(FrameType.INSPECT, id);
        text(method);
        json(params);
      }
      case NodeFrame.Publish(Envelope envelope, TraceContext context) -> {
        begin(FrameType.PUBLISH, 0);
        message(envelope, context);
      }
      case NodeFrame.OrderTrace(var trace, var action, Address by) -> {
        begin(FrameType.ORDER_TRACE, 0);
        text(trace.value());
        text(action.type());
        text(by.value());
      }
      case NodeFrame.StillOpen(List<Long> ids) -> {
        begin(FrameType.STILL_OPEN, 0);
        number(ids.size());
        ids.forEach(this::number);
      }
      case NodeFrame.Progress(long id, RawJson response) -> {
        begin(FrameType.PROGRESS, id);
        json(response);
      }
      case NodeFrame.Acks(long id, List<Ack> acks) -> {
        begin(FrameType.ACKS, id);
        number(acks.size());
        acks.forEach(this::ack);
      }
      case NodeFrame.Halted(long id, Address by, Ack ack) -> {
        begin(FrameType.HALTED, id);
        text(by.value());
        ack(ack);
      }
      case NodeFrame.Failed(long id, NodeFrame.Failure why, String detail) -> {
        begin(FrameType.FAILED, id);
        number(why.code());
        text(detail);
      }
      case NodeFrame.Called(long id, Ack ack) -> {
        begin(FrameType.CALLED, id);
        ack(ack);
      }
      case NodeFrame.Inspected(long id, RawJson result) -> {
        begin(FrameType.INSPECTED, id);
        json(result);
      }
    }
  }

  void number(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buffer[length++] = (byte) (rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
  }

  void text(String text) {
    bytes(text.getBytes(UTF_8));
  }

  void bytes(byte[] bytes) {
    number(bytes.length);
    ensure(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  private void begin(FrameType type, long id) {
    number(type.code());
    number(id);
  }

  private void message(Envelope envelope, TraceContext context) {
    text(envelope.from().value());
    text(envelope.to().value());
    text(envelope.messageId().value());
    json(envelope.payload());
    flag(context.isPerson());
    number(context.depth());
    number(context.text());
    TraceContext.Turn turn = context.turn();
    flag(turn != null);
    if (turn != null) {
      text(turn.id().value());
      MessageId root = turn.root();
      optional(root == null ? null : root.value());
      Address starter = turn.starter();
      optional(starter == null ? null : starter.value());
      flag(turn.hasPerson());
      number(turn.messages());
      number(turn.allowance());
      flag(turn.isStopped());
    }
  }

  private void ack(Ack ack) {
    flag(ack.success());
    text(ack.message());
    flag(ack.shouldRetry());
    number(ack.retrySeconds());
    json(ack.payload());
  }

  private void json(RawJson json) {
    bytes(json.toByteArray());
  }

  private void flag(boolean value) {
    ensure(1);
    buffer[length++] = (byte) (value ? 1 : 0);
  }

  /** An empty text stands for null: no id and no address is empty. */
  private void optional(@Nullable String text) {
    text(text == null ? "" : text);
  }

  private void ensure(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
