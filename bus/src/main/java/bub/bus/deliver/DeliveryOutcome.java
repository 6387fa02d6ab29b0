package bub.bus.deliver;

import bub.bus.activity.event.Trail.Status;
import bub.bus.route.Subscriber;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import org.jspecify.annotations.Nullable;

/** Outcome of a delivery to one recipient, with its ack or a substitute. */
public record DeliveryOutcome(Status status, Ack ack) {
  /** A notification was sent; its processing has no result. */
  static final DeliveryOutcome TOLD = new DeliveryOutcome(Status.OK, Ack.ok("notified"));

  private static final int BUSY_RETRY_SECONDS = 1;

  public static DeliveryOutcome of(Subscriber recipient, Reply reply) {
    return switch (reply) {
      case Reply.Answered(RawJson result) -> answered(recipient, result);
      case Reply.Rejected(RpcError error) ->
          new DeliveryOutcome(Status.ERROR, Ack.failed(error.message()));
      case Reply.Garbled(String detail) -> malformed(recipient, detail);
      case Reply.Busy(String detail) ->
          new DeliveryOutcome(
              Status.BUSY,
              Ack.retryIn(BUSY_RETRY_SECONDS, recipient.clientId() + " is busy: " + detail));
      case Reply.TimedOut _ ->
          new DeliveryOutcome(
              Status.TIMEOUT, Ack.retryIn(0, recipient.clientId() + " did not answer in time"));
      case Reply.Disconnected(String detail) ->
          new DeliveryOutcome(
              Status.DISCONNECTED,
              Ack.retryIn(0, recipient.clientId() + " disconnected while processing: " + detail));
    };
  }

  private static DeliveryOutcome answered(Subscriber recipient, RawJson result) {
    Ack ack;
    try {
      ack = recipient.readAck(result);
    } catch (InvalidField invalid) {
      return malformed(recipient, String.valueOf(invalid.getMessage()));
    }
    return new DeliveryOutcome(ack.success() ? Status.OK : Status.ERROR, ack);
  }

  private static DeliveryOutcome malformed(Subscriber recipient, String detail) {
    return new DeliveryOutcome(
        Status.ERROR, Ack.failed(recipient.clientId() + " returned a malformed answer: " + detail));
  }

  public @Nullable String error() {
    return status == Status.OK ? null : ack.message();
  }
}
