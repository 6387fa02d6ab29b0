package bub.console.rpc;

import bub.client.BusClient;
import bub.console.http.ApiRefusal;
import bub.console.http.RpcRoute.RpcReply;
import bub.console.rpc.RequestLink.Event;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Incoming;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.CloseCodes;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Forwarder of HTTP calls to the bus, each on its own link and with the identity of its token,
 * whose owner does not become a connected peer. Safe for any thread.
 */
public final class RpcForwarder {
  /** The bus's path for calls without a connection. */
  private static final String PATH = "/rpc";

  private static final int MOST_AT_ONCE = 64;
  private static final int MOST_PER_CALLER = 16;
  private static final int LONGEST_TOKEN = 512;
  private static final Duration ADMISSION = Duration.ofSeconds(5);
  // Longer than the bus waits for interceptors and for a recipient.
  private static final Duration ANSWER = Duration.ofSeconds(75);

  private final BusClient client;
  private final boolean takesAnonymous;
  private final Duration answerWithin;
  private final Codec codec = Codec.standard();
  private final ConcurrencyLimit limit = new ConcurrencyLimit(MOST_AT_ONCE, MOST_PER_CALLER);

  /** An open bus accepts requests without a token. */
  public RpcForwarder(BusClient client, boolean takesAnonymous) {
    this(client, takesAnonymous, ANSWER);
  }

  RpcForwarder(BusClient client, boolean takesAnonymous, Duration answerWithin) {
    this.client = client;
    this.takesAnonymous = takesAnonymous;
    this.answerWithin = answerWithin;
  }

  public RpcReply answer(@Nullable String token, byte[] text)
      throws ApiRefusal, InterruptedException {
    if (token == null && !takesAnonymous || token != null && token.length() > LONGEST_TOKEN) {
      return refused(
          RpcError.of(
                  ErrorCodes.UNAUTHENTICATED,
                  "Unauthenticated: send a bus token in the Authorization header")
              .because("unauthenticated"));
    }
    Incoming incoming = codec.decode(text.clone());
    if (incoming instanceof Incoming.Malformed(RequestId id, RpcError error)) {
      return new RpcReply(400, new Message.Failure(id, error).toRaw().toByteArray(), 0);
    }
    String caller = token == null ? "" : token;
    if (!limit.tryAcquire(caller)) {
      throw ApiRefusal.tooOften("too many concurrent requests", Duration.ofSeconds(1));
    }
    try (RequestLink link = RequestLink.open(client.dial(PATH))) {
      RpcError refusal = introduce(link, token);
      return refusal == null ? forward(link, text, isOwedAnAnswer(incoming)) : refused(refusal);
    } catch (IOException away) {
      throw new ApiRefusal(503, "bus_away", String.valueOf(away.getMessage()), true);
    } finally {
      limit.release(caller);
    }
  }

  private static boolean isOwedAnAnswer(Incoming incoming) {
    return switch (incoming) {
      case Message.Request _, Incoming.Malformed _ -> true;
      case Message.Notification _,
          Message.Response _,
          Message.Failure _,
          Incoming.MalformedAnswer _ ->
          false;
      case Incoming.Batch batch -> batch.entries().stream().anyMatch(RpcForwarder::isOwedAnAnswer);
    };
  }

  /** Returns null when the bus accepts the token. */
  private @Nullable RpcError introduce(RequestLink link, @Nullable String token)
      throws ApiRefusal, InterruptedException {
    JsonValue who = out -> out.beginObject().optional("authToken", token).endObject();
    link.send(new Message.Request(RequestId.of(1), Methods.INITIALIZE, who));
    return switch (codec.decode(awaitText(link, ADMISSION))) {
      case Message.Response _ -> null;
      case Message.Failure(_, RpcError error) -> error;
      case Incoming odd -> throw ApiRefusal.refused("unexpected answer from the bus: " + odd);
    };
  }

  private RpcReply forward(RequestLink link, byte[] text, boolean answered)
      throws ApiRefusal, InterruptedException {
    link.send(text);
    if (answered) {
      return RpcReply.of(awaitText(link, answerWithin));
    }
    // The bus has accepted the notifications when it answers the close.
    link.close();
    Event _ = link.await(ADMISSION);
    return RpcReply.nothing();
  }

  private static byte[] awaitText(RequestLink link, Duration atMost)
      throws ApiRefusal, InterruptedException {
    return switch (link.await(atMost)) {
      case Event.Text(byte[] bytes) -> bytes;
      case Event.Closed(int code, _) when code == CloseCodes.TOO_BIG ->
          throw new ApiRefusal(413, "too_large", "the message is too large for the bus", false);
      case Event.Closed(_, String reason) ->
          throw new ApiRefusal(503, "bus_away", "the bus closed the request: " + reason, true);
      case null -> throw new ApiRefusal(504, "no_answer", "the bus did not answer in time", true);
    };
  }

  private static RpcReply refused(RpcError error) {
    byte[] text = new Message.Failure(RequestId.NULL, error).toRaw().toByteArray();
    return switch (error.code()) {
      case ErrorCodes.UNAUTHENTICATED -> new RpcReply(401, text, 0);
      case ErrorCodes.OVERLOADED -> new RpcReply(429, text, retrySeconds(error));
      case ErrorCodes.DRAINING -> new RpcReply(503, text, 1);
      default -> new RpcReply(400, text, 0);
    };
  }

  private static long retrySeconds(RpcError error) {
    RawJson data = error.data() == null ? RawJson.EMPTY_OBJECT : error.data().toRaw();
    long millis = data.isObject() ? data.fields().integer("retryAfterMs", 1_000) : 1_000;
    return Math.max(1, Math.ceilDiv(millis, 1_000));
  }
}
