package bub.bus.activity.event;

import bub.bus.activity.event.Trail.Status;
import bub.protocol.Ack;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** Event of a message, at {@code ts} microseconds since 1970. Immutable. */
public sealed interface ActivityEvent {
  long ts();

  EventKind kind();

  /** Returns the memory that this event retains. */
  default long weight() {
    return 64;
  }

  /** The bus accepted the message from its sender. */
  record SendStart(long ts) implements ActivityEvent {
    @Override
    public EventKind kind() {
      return EventKind.SEND_START;
    }
  }

  /** The bus sent the message to a recipient. */
  record ProcessStart(long ts, Address recipient, long callId) implements ActivityEvent {
    @Override
    public EventKind kind() {
      return EventKind.PROCESS_START;
    }
  }

  /** The delivery to a recipient ended. */
  record ProcessFinish(
      long ts, Address recipient, long callId, Status status, Ack ack, @Nullable String error)
      implements ActivityEvent {
    @Override
    public EventKind kind() {
      return EventKind.PROCESS_FINISH;
    }

    @Override
    public long weight() {
      return 192L + ack.payload().retainedBytes() + weightOf(ack.message()) + weightOf(error);
    }
  }

  /** The sender got its answer. */
  record SendFinish(long ts, Status status, @Nullable String error) implements ActivityEvent {
    @Override
    public EventKind kind() {
      return EventKind.SEND_FINISH;
    }

    @Override
    public long weight() {
      return 64L + weightOf(error);
    }
  }

  /** An event that a service of the bus added. */
  record Noted(long ts, EventKind kind, Status status, @Nullable String detail)
      implements ActivityEvent {
    @Override
    public long weight() {
      return 64L + weightOf(detail);
    }
  }

  /** Two bytes per character are the maximum of a Java string. */
  private static long weightOf(@Nullable String text) {
    return text == null ? 0 : 2L * text.length();
  }
}
