package bub.bus.activity;

import bub.protocol.Ack;
import bub.protocol.Address;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The log's view of one message from {@code send_start} to {@code send_finish}. Hub thread only.
 */
public interface Trail {

  /** The message goes out to a recipient, in the bus's call {@code callId}. */
  void processStarted(Address recipient, long callId);

  /** A recipient's part is over. {@code error} says why when it did not go well. */
  void processFinished(
      Address recipient, long callId, Status status, Ack ack, @Nullable String error);

  /** A service of the bus did something with the message. */
  void noted(String event, Status status, @Nullable String detail);

  /** The sender has its answer. */
  void sendFinished(Status status, @Nullable String error);

  /** How a message, or one recipient's part of it, ended. The log shows the lower-case name. */
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
