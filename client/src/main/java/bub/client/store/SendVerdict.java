package bub.client.store;

import bub.client.ClientState;
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

/** What to do with a message after an attempt to send it: the retry rules, and nothing else. */
sealed interface SendVerdict {

  /** Everyone has it. */
  record Delivered() implements SendVerdict {}

  /** Try again, but not before {@code atLeast}. */
  record Later(Duration atLeast, String why) implements SendVerdict {}

  /** Try again as soon as there is a connection. */
  record WhenConnected() implements SendVerdict {}

  /** There is nothing to deliver, or nobody who ever could. */
  record Done() implements SendVerdict {}

  /** No retry can help. */
  record Hopeless(String reason) implements SendVerdict {}

  static SendVerdict of(SendResult result) {
    if (!result.accepted()) {
      return new Later(Duration.ZERO, "not accepted");
    }
    if (result.acks().isEmpty()) {
      return new Later(Duration.ZERO, "nobody listens");
    }
    Ack retry = null;
    Ack failure = null;
    for (Ack ack : result.acks()) {
      if (!ack.success() && !ack.shouldRetry()) {
        failure = ack;
      } else if (!ack.success()) {
        // One of several who asks for time is one to wait for; the others drop the duplicate.
        retry = retry == null || ack.retrySeconds() > retry.retrySeconds() ? ack : retry;
      }
    }
    if (retry != null) {
      return new Later(Duration.ofSeconds(retry.retrySeconds()), retry.message());
    }
    return failure == null ? new Delivered() : new Hopeless(failure.message());
  }

  static SendVerdict of(RpcError error) {
    return switch (error.code()) {
      case RpcError.INVALID_PARAMS, RpcError.INVALID_REQUEST -> new Hopeless(error.message());
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

  static SendVerdict of(NoAnswer failed) {
    if (failed instanceof NotConnected down) {
      return down.state() instanceof ClientState.Stopped ? new Done() : new WhenConnected();
    }
    return failed.reply() instanceof Reply.Disconnected
        ? new WhenConnected()
        : new Later(Duration.ZERO, String.valueOf(failed.getMessage()));
  }
}
