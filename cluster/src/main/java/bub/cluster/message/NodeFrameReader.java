package bub.cluster.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bus.cluster.NodeQuestion;
import bub.bus.trace.TraceContext;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of frames in their binary form. Throws {@link InvalidFrame} on anything else. */
final class NodeFrameReader {
  private final byte[] bytes;
  private int end;
  private int position;

  NodeFrameReader(byte[] bytes) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  boolean hasMore() {
    return position < end;
  }

  /** Returns null for a type that a later version has added. Later fields are skipped, too. */
  @Nullable NodeFrame read() {
    int length = length();
    int outer = end;
    end = position + length;
    try {
      FrameType type = FrameType.of(number());
      return type == null ? null : read(type, number());
    } catch (IllegalArgumentException invalid) {
      throw new InvalidFrame(String.valueOf(invalid.getMessage()));
    } finally {
      position = end;
      end = outer;
    }
  }

  private NodeFrame read(FrameType type, long id) {
    return switch (type) {
      case DELIVER -> new NodeFrame.Deliver(id, envelope(), context());
      case FORWARD -> new NodeFrame.Forward(id, envelope(), context());
      case INTERCEPT -> new NodeFrame.Intercept(id, envelope(), context());
      case CALL -> new NodeFrame.Call(id, address(), number(), envelope(), context());
      case INSPECT -> new NodeFrame.Inspect(id, new NodeQuestion(text(), json()));
      case PUBLISH -> new NodeFrame.Publish(envelope(), context());
      case ORDER_TRACE -> new NodeFrame.OrderTrace(new TraceId(text()), action(), address());
      case STILL_OPEN -> new NodeFrame.StillOpen(ids());
      case PROGRESS -> new NodeFrame.Progress(id, json());
      case ACKS -> new NodeFrame.Acks(id, acks());
      case HALTED -> new NodeFrame.Halted(id, address(), ack());
      case FAILED -> new NodeFrame.Failed(id, NodeFrame.Failure.of(number()), text());
      case CALLED -> new NodeFrame.Called(id, ack());
      case INSPECTED -> new NodeFrame.Inspected(id, json());
    };
  }

  long number() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = next();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new InvalidFrame("a number that does not end");
  }

  String text() {
    int length = length();
    var text = new String(bytes, position, length, UTF_8);
    position += length;
    return text;
  }

  byte[] bytes() {
    int length = length();
    byte[] copy = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return copy;
  }

  private int length() {
    long length = number();
    if (length < 0 || length > end - position) {
      throw new InvalidFrame("a length beyond the end");
    }
    return (int) length;
  }

  private byte next() {
    if (position >= end) {
      throw new InvalidFrame("no more bytes");
    }
    return bytes[position++];
  }

  private boolean flag() {
    return next() != 0;
  }

  /** Trusted: the node that sent it has checked it. */
  private RawJson json() {
    byte[] json = bytes();
    if (json.length == 0) {
      throw new InvalidFrame("an empty JSON value");
    }
    return RawJson.trusted(json);
  }

  private Address address() {
    return new Address(text());
  }

  private Envelope envelope() {
    return new Envelope(address(), address(), new MessageId(text()), json());
  }

  private TraceContext context() {
    boolean isPerson = flag();
    int depth = (int) number();
    long text = number();
    return new TraceContext(isPerson, depth, text, flag() ? turn() : null);
  }

  private TraceContext.Turn turn() {
    var id = new TraceId(text());
    String root = text();
    String starter = text();
    return new TraceContext.Turn(
        id,
        root.isEmpty() ? null : new MessageId(root),
        starter.isEmpty() ? null : new Address(starter),
        flag(),
        (int) number(),
        (int) number(),
        flag());
  }

  private Ack ack() {
    return new Ack(flag(), text(), flag(), (int) number(), json());
  }

  private List<Ack> acks() {
    int count = count();
    var acks = new ArrayList<Ack>(Math.min(count, 1_024));
    for (int i = 0; i < count; i++) {
      acks.add(ack());
    }
    return acks;
  }

  private List<Long> ids() {
    int count = count();
    var ids = new ArrayList<Long>(Math.min(count, 1_024));
    for (int i = 0; i < count; i++) {
      ids.add(number());
    }
    return ids;
  }

  private int count() {
    long count = number();
    if (count < 0 || count > bytes.length) {
      throw new InvalidFrame("more values than bytes");
    }
    return (int) count;
  }

  private TraceOrder.Action action() {
    String type = text();
    for (TraceOrder.Action action : TraceOrder.Action.values()) {
      if (action.type().equals(type)) {
        return action;
      }
    }
    throw new InvalidFrame("order " + type);
  }
}
