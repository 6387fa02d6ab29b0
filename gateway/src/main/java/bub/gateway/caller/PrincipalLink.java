package bub.gateway.caller;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Peer;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.NestedFields;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Link to the bus that acts as the principal of a token, whose own connection stays as it is. All
 * calls of a principal share one link, and the bus checks the token again for every call. Safe for
 * any thread.
 */
public final class PrincipalLink {
  /** The bus's path for calls without a connected peer. */
  private static final String PATH = "/rpc";

  private static final int MOST_CALLS = 512;
  private static final Duration ADMISSION = Duration.ofSeconds(5);

  private final Peer peer;
  private final Caller caller;
  private final ProgressListeners listeners;
  private final LongSupplier nanoTime;
  private volatile long usedAtNanos;
  private final AtomicBoolean isBroken;

  private PrincipalLink(
      Peer peer,
      Caller caller,
      ProgressListeners listeners,
      LongSupplier nanoTime,
      AtomicBoolean isBroken) {
    this.peer = peer;
    this.caller = caller;
    this.listeners = listeners;
    this.nanoTime = nanoTime;
    this.isBroken = isBroken;
    this.usedAtNanos = nanoTime.getAsLong();
  }

  /** Blocks. */
  static PrincipalLink open(BusClient client, @Nullable String token, LongSupplier nanoTime)
      throws HttpRefusal, InterruptedException {
    Peer peer;
    try {
      // Handlers run at once, so that no news comes after the answer.
      peer = new Peer(client.dial(PATH), Codec.standard(), Runnable::run, nanoTime, MOST_CALLS);
    } catch (IOException away) {
      throw away(String.valueOf(away.getMessage()));
    }
    var listeners = new ProgressListeners();
    var isBroken = new AtomicBoolean();
    peer.whenClosed((_, _) -> isBroken.set(true))
        .serve(
            Methods.PROCESS_MESSAGE,
            params -> {
              if (params != null) {
                listeners.tell(Envelope.read(params));
              }
              return Ack.ok("noted");
            })
        .start();
    try {
      return new PrincipalLink(peer, introduce(peer, token), listeners, nanoTime, isBroken);
    } catch (HttpRefusal | InterruptedException | RuntimeException failed) {
      peer.close(CloseCodes.NORMAL, "");
      throw failed;
    }
  }

  private static Caller introduce(Peer peer, @Nullable String token)
      throws HttpRefusal, InterruptedException {
    JsonValue who = out -> out.beginObject().optional("authToken", token).endObject();
    try {
      Fields grants = NestedFields.fields("result", peer.call(Methods.INITIALIZE, who, ADMISSION));
      return new Caller(
          Address.check("clientId", grants.string("clientId")),
          token,
          grants.bool("operator"),
          Set.copyOf(NestedFields.strings(grants, "types")),
          grants.has("workspaces") ? NestedFields.strings(grants, "workspaces") : List.of());
    } catch (RpcException refused) {
      throw refusal(refused.error());
    } catch (CallFailed | InvalidField failed) {
      throw away("the bus did not admit the request: " + failed.getMessage());
    }
  }

  private static HttpRefusal refusal(RpcError error) {
    return switch (error.code()) {
      case ErrorCodes.UNAUTHENTICATED -> CallerCheck.unauthenticated(error.message());
      case ErrorCodes.OVERLOADED ->
          new HttpRefusal(429, "rate_limited", error.message(), Duration.ofSeconds(1));
      case ErrorCodes.DRAINING -> away(error.message());
      default -> new HttpRefusal(403, "forbidden", error.message());
    };
  }

  private static HttpRefusal away(String why) {
    return new HttpRefusal(503, "bus_away", why, Duration.ofSeconds(1));
  }

  public Caller caller() {
    return caller;
  }

  /** Messages about open calls go to {@link #listeners}, in order and before the answer. */
  public ProgressListeners listeners() {
    return listeners;
  }

  /** Asks the bus whether it still knows the token. */
  void verify() throws HttpRefusal, InterruptedException {
    try {
      RawJson _ = call(Methods.PING, RawJson.EMPTY_OBJECT, ADMISSION);
    } catch (RpcException refused) {
      isBroken.set(true);
      throw refusal(refused.error());
    } catch (CallFailed failed) {
      throw away("the bus did not answer: " + failed.getMessage());
    }
  }

  /** Blocks for the answer. */
  public RawJson call(String method, JsonValue params, Duration atMost)
      throws RpcException, CallFailed, InterruptedException {
    usedAtNanos = nanoTime.getAsLong();
    return peer.call(method, params, atMost);
  }

  /** Calls back exactly once, on any thread. */
  public void call(String method, JsonValue params, Duration atMost, Consumer<Reply> answer) {
    usedAtNanos = nanoTime.getAsLong();
    peer.request(peer.reserveId(), method, params, atMost, answer);
  }

  /** Ends the calls that are late. */
  void expire() {
    peer.expire();
  }

  boolean isIdle(Duration since) {
    return peer.pendingCalls() == 0 && nanoTime.getAsLong() - usedAtNanos > since.toNanos();
  }

  boolean isBroken() {
    return isBroken.get();
  }

  void hangUp() {
    isBroken.set(true);
    peer.close(CloseCodes.NORMAL, "");
  }
}
