package bub.cluster.message;

import bub.bus.cluster.NodeQuestion;
import bub.bus.trace.TraceContext;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.util.List;

/** One message of a node to another. Requests have an id, which their answer repeats. */
sealed interface NodeFrame {

  /** Request that gets exactly one answer. */
  sealed interface Ask extends NodeFrame {
    long id();
  }

  /** Answer that ends a request. */
  sealed interface Answer extends NodeFrame {
    long id();
  }

  /** Deliver a message to your subscribers. */
  record Deliver(long id, Envelope envelope, TraceContext context) implements Ask {}

  /** Handle a request about chats like one of your own peers. */
  record Forward(long id, Envelope envelope, TraceContext context) implements Ask {}

  /** Ask your interceptors. */
  record Intercept(long id, Envelope envelope, TraceContext context) implements Ask {}

  /** Deliver a call to one of your peers. */
  record Call(
      long id, Address provider, long timeoutMillis, Envelope envelope, TraceContext context)
      implements Ask {}

  /** Answer an inspection method. */
  record Inspect(long id, NodeQuestion question) implements Ask {}

  /** Tell your interceptors about a message that nobody waits for. */
  record Publish(Envelope envelope, TraceContext context) implements NodeFrame {}

  /** Carry out an order about a turn. */
  record OrderTrace(TraceId trace, TraceOrder.Action action, Address by) implements NodeFrame {}

  /** These requests are old; name those that you do not work on. */
  record StillOpen(List<Long> ids) implements NodeFrame {}

  /** Interim answer of a provider. */
  record Progress(long id, RawJson response) implements NodeFrame {}

  record Acks(long id, List<Ack> acks) implements Answer {}

  record Halted(long id, Address by, Ack ack) implements Answer {}

  record Failed(long id, Failure why, String detail) implements Answer {}

  /** The provider answered a call; the ack is the whole answer. */
  record Called(long id, Ack ack) implements Answer {}

  record Inspected(long id, RawJson result) implements Answer {}

  /** Reason why a request has no result. The codes are part of the protocol. */
  enum Failure {
    UNKNOWN(0),
    BUSY(1),
    TIMED_OUT(2),
    DISCONNECTED(3),
    REJECTED(4);

    private final int code;

    Failure(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    /** Returns UNKNOWN for a reason of a later version. */
    static Failure of(long code) {
      for (Failure failure : values()) {
        if (failure.code == code) {
          return failure;
        }
      }
      return UNKNOWN;
    }
  }
}
