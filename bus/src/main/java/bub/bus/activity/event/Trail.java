package bub.bus.activity.event;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Events of one message, from {@code send_start} to {@code send_finish}. Hub thread only. */
public interface Trail {

  /**
   * Adds the trace of the message, and the message that it results from. Called right after the
   * start. Most messages belong to no trace and never call it.
   */
  void caused(TraceId trace, @Nullable MessageId cause);

  void processStarted(Address recipient, long callId);

  void processFinished(
      Address recipient, long callId, Status status, Ack ack, @Nullable String error);

  void noted(String event, Status status, @Nullable String detail);

  void sendFinished(Status status, @Nullable String error);

  /** Ends the trail of a message from another node, whose log has the start and the end. */
  void arrivalFinished();

  /** Outcome of a message, or of its delivery to one recipient. */
  enum Status {
    OK,
    ERROR,
    TIMEOUT,
    DISCONNECTED,
    BUSY,
    NO_RECIPIENT,
    REFUSED,
    HALTED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
