package bub.bus.activity.event;

import bub.protocol.Ack;
import bub.protocol.Address;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Record of the events of one message, from {@code send_start} to {@code send_finish}. Hub thread
 * only.
 */
public interface Trail {

  /** Records that the bus sends the message to a recipient, in its call {@code callId}. */
  void processStarted(Address recipient, long callId);

  /** Records that the delivery to a recipient ended. {@code error} is the reason of a failure. */
  void processFinished(
      Address recipient, long callId, Status status, Ack ack, @Nullable String error);

  /** Records an event that a service of the bus adds. */
  void noted(String event, Status status, @Nullable String detail);

  /** Records that the sender got its answer. */
  void sendFinished(Status status, @Nullable String error);

  /**
   * Outcome of a message, or of its delivery to one recipient. The log shows the lower-case name.
   */
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
