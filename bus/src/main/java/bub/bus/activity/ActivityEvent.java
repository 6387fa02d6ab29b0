package bub.bus.activity;

import bub.bus.activity.Trail.Status;
import bub.protocol.Ack;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** One thing that happened to a message, at {@code ts} microseconds since 1970. Immutable. */
sealed interface ActivityEvent {
  long ts();

  EventKind kind();

  /** The memory that this event keeps alive. */
  default long weight() {
    return 64;
  }

  /** The bus took the message from its sender. */
  record SendStart(long ts) implements ActivityEvent {
    @Override
    public EventKind kind() {
      return EventKind.SEND_START;
    }
  }

  /** The message went out to a recipient. */
  record ProcessStart(long ts, Address recipient, long callId) implements ActivityEvent {
    @Override
    public EventKind kind() {
      return EventKind.PROCESS_START;
    }
  }

  /** A recipient's part was over. */
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

  /** The sender had its answer. */
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

  /** Charges two bytes for a character, which is the most that one takes. */
  private static long weightOf(@Nullable String text) {
    return text == null ? 0 : 2L * text.length();
  }
}
