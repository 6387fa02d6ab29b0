package bub.client;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.SendResult;
import bub.protocol.trace.GuardReasons;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Outcome of one attempt to send a message; its factories are the only retry rules of bub. */
public sealed interface SendAttempt {

  /** Every recipient accepted the message; the ack is the first one's. */
  record Delivered(Ack ack) implements SendAttempt {}

  /** No peer listens on the address. */
  record NoRecipient() implements SendAttempt {}

  /** The message can be sent again, but not before {@code atLeast} has passed. */
  record Retry(Duration atLeast, String why) implements SendAttempt {}

  /** The client is not connected; {@code forGood}: it will not connect again. */
  record Offline(String why, boolean forGood) implements SendAttempt {}

  /** No retry can help. */
  record Refused(String why) implements SendAttempt {}

  static SendAttempt send(BusClient client, Envelope envelope) throws InterruptedException {
    try {
      return of(client.send(envelope));
    } catch (RpcException refused) {
      return of(refused.error());
    } catch (NoAnswer failed) {
      return of(failed);
    }
  }

  static SendAttempt of(SendResult result) {
    if (!result.accepted()) {
      return new Retry(Duration.ZERO, "the bus did not accept the message");
    }
    if (result.acks().isEmpty()) {
      return new NoRecipient();
    }
    Ack retry = null;
    Ack failure = null;
    for (Ack ack : result.acks()) {
      if (!ack.success() && !ack.shouldRetry()) {
        failure = ack;
      } else if (!ack.success()) {
        // The longest pause counts; the other recipients drop the duplicate.
        retry = retry == null || ack.retrySeconds() > retry.retrySeconds() ? ack : retry;
      }
    }
    if (retry != null) {
      return new Retry(Duration.ofSeconds(retry.retrySeconds()), retry.message());
    }
    return failure == null
        ? new Delivered(result.acks().getFirst())
        : new Refused(failure.message());
  }

  static SendAttempt of(RpcError error) {
    return switch (error.code()) {
      case RpcError.INVALID_PARAMS, RpcError.INVALID_REQUEST -> new Refused(error.message());
      case ErrorCodes.OVERLOADED ->
          GuardReasons.isFinal(error.reason()) ? new Refused(error.message()) : later(error);
      case ErrorCodes.DRAINING -> later(error);
      default -> new Retry(Duration.ZERO, error.message());
    };
  }

  private static Retry later(RpcError error) {
    return new Retry(retryAfter(error.data()), error.message());
  }

  private static Duration retryAfter(@Nullable JsonValue data) {
    RawJson object = data == null ? RawJson.EMPTY_OBJECT : data.toRaw();
    RawJson millis = object.isObject() ? object.fields().find("retryAfterMs") : null;
    long wanted = millis == null ? 0 : millis.asLong(0);
    // Limited like the retry time of an ack: no bus may silence a sender for longer.
    return Duration.ofMillis(Math.clamp(wanted, 0, Ack.MAX_RETRY_SECONDS * 1000L));
  }

  static SendAttempt of(NoAnswer failed) {
    String why = String.valueOf(failed.getMessage());
    if (failed instanceof NotConnected down) {
      return new Offline(why, down.state() instanceof ClientState.Stopped);
    }
    return failed.reply() instanceof Reply.Disconnected
        ? new Offline(why, false)
        : new Retry(Duration.ZERO, why);
  }
}
