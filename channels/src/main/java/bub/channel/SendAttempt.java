package bub.channel;

import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.ErrorCodes;
import bub.protocol.SendResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What an attempt to send came to: the retry rules, and nothing else. */
sealed interface SendAttempt {

  /** Everyone has it; the ack is the first one's. */
  record Taken(Ack ack) implements SendAttempt {}

  /** Nobody listens there. */
  record Nobody() implements SendAttempt {}

  /** Try again, but not before {@code atLeast}. */
  record Later(Duration atLeast, String why) implements SendAttempt {}

  /** There is no connection to the bus. */
  record Offline(String why) implements SendAttempt {}

  /** No retry can help. */
  record Refused(String why) implements SendAttempt {}

  static SendAttempt of(SendResult result) {
    if (!result.accepted()) {
      return new Later(Duration.ZERO, "the bus did not accept it");
    }
    if (result.acks().isEmpty()) {
      return new Nobody();
    }
    Ack retry = null;
    Ack failure = null;
    for (Ack ack : result.acks()) {
      if (!ack.success() && !ack.shouldRetry()) {
        failure = ack;
      } else if (!ack.success()) {
        retry = retry == null || ack.retrySeconds() > retry.retrySeconds() ? ack : retry;
      }
    }
    if (retry != null) {
      return new Later(Duration.ofSeconds(retry.retrySeconds()), retry.message());
    }
    return failure == null ? new Taken(result.acks().getFirst()) : new Refused(failure.message());
  }

  static SendAttempt of(RpcError error) {
    return switch (error.code()) {
      case RpcError.INVALID_PARAMS, RpcError.INVALID_REQUEST -> new Refused(error.message());
      case ErrorCodes.OVERLOADED, ErrorCodes.DRAINING ->
          new Later(retryAfter(error.data()), error.message());
      default -> new Later(Duration.ZERO, error.message());
    };
  }

  private static Duration retryAfter(@Nullable JsonValue data) {
    RawJson object = data == null ? RawJson.EMPTY_OBJECT : data.toRaw();
    RawJson millis = object.isObject() ? object.fields().find("retryAfterMs") : null;
    long wanted = millis == null ? 0 : millis.asLong(0);
    // Clamped as an ack's: no bus may silence a sender for longer.
    return Duration.ofMillis(Math.clamp(wanted, 0, Ack.MAX_RETRY_SECONDS * 1000L));
  }

  static SendAttempt of(NoAnswer failed) {
    String why = String.valueOf(failed.getMessage());
    return failed instanceof NotConnected || failed.reply() instanceof Reply.Disconnected
        ? new Offline(why)
        : new Later(Duration.ZERO, why);
  }
}
