package bub.gateway.a2a;

import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.gateway.a2a.A2aErrorJson.Failure;
import bub.gateway.a2a.model.A2aError;
import bub.gateway.a2a.model.A2aRefusal;
import bub.gateway.a2a.task.InterruptedCalls;
import bub.gateway.caller.Caller;
import bub.gateway.caller.CallerCheck;
import bub.gateway.caller.CallerSlots;
import bub.gateway.chat.AgentRoster;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.protocol.Address;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A2A 1.0 with its bindings JSON-RPC and HTTP+JSON, below {@code /a2a}. Safe for any thread. */
public final class A2aDoor implements HttpMount {
  static final int MAX_BODY = 1 << 20;
  private static final String MEDIA_TYPE = "application/a2a+json";
  private static final String VERSION_NAME = "A2A-Version";

  private static final Logger LOG = LoggerFactory.getLogger(A2aDoor.class);

  private final CallerCheck callers;
  private final AgentRoster agents;
  private final AgentCards cards;
  private final A2aOperations operations;
  private final InterruptedCalls interrupted;
  private final JsonRpcBinding jsonRpc;
  private final HttpJsonBinding httpJson;
  private final CardTimestamps cardTimes = new CardTimestamps();
  private final CallerSlots slots = new CallerSlots("open A2A requests", 512, 64);

  A2aDoor(
      CallerCheck callers,
      AgentRoster agents,
      AgentCards cards,
      A2aOperations operations,
      InterruptedCalls interrupted) {
    this.callers = callers;
    this.agents = agents;
    this.cards = cards;
    this.operations = operations;
    this.interrupted = interrupted;
    this.jsonRpc = new JsonRpcBinding(operations, cards::card);
    this.httpJson = new HttpJsonBinding(operations, cards::card);
  }

  @Override
  public List<String> paths() {
    return List.of(A2aPath.ROOT, A2aPath.ROOT + "/*", A2aPath.CARD);
  }

  @Override
  public void answer(MountedCall call) throws Exception {
    A2aPath place = A2aPath.of(call.path());
    if (place == null) {
      throw new HttpRefusal(404, "not_found", "No agent has the path " + call.path() + ".");
    }
    if (place.rest().equals(A2aPath.CARD)) {
      card(place, call);
      return;
    }
    Caller caller = callers.identify(call);
    interrupted.seen(caller);
    try (CallerSlots.Slot _ = slots.take(caller.id())) {
      if (place.rest().isEmpty()) {
        if (!call.method().equals("POST")) {
          throw new HttpRefusal(405, "invalid", "Use POST for JSON-RPC.");
        }
        jsonRpc.answer(caller, place, call);
      } else {
        httpJson(caller, place, call);
      }
    }
  }

  /** A message that calls a capability is the most frequent request by far. */
  @Override
  public boolean answerAtOnce(MountedCall call) throws Exception {
    A2aPath place = call.method().equals("POST") ? A2aPath.of(call.path()) : null;
    Caller caller = place == null || !isForMessages(place) ? null : callers.known(call);
    if (place == null || caller == null) {
      return false;
    }
    interrupted.seen(caller);
    CallerSlots.Slot slot = slots.take(caller.id());
    SendCall send = null;
    CompletableFuture<JsonValue> sent = null;
    try {
      requireVersion(call);
      send = place.rest().isEmpty() ? JsonRpcBinding.sendCall(call) : sendCall(call);
      sent = send == null ? null : operations.sendAtOnce(caller, place, send.params(), call);
    } catch (A2aRefusal | InvalidField odd) {
      return false; // the other way explains it
    } finally {
      if (sent == null) {
        slot.close();
      }
    }
    if (send == null || sent == null) {
      return false;
    }
    SendCall answered = send;
    sent.whenComplete(
        (result, failed) -> {
          slot.close();
          if (failed == null) {
            answered.end().accept(result);
          } else {
            answered.fail().accept(notStored(failed));
          }
        });
    return true;
  }

  private static boolean isForMessages(A2aPath place) {
    return place.rest().isEmpty() || place.rest().equals(HttpJsonBinding.SEND);
  }

  private SendCall sendCall(MountedCall call) throws Exception {
    return new SendCall(
        HttpJsonBinding.body(call),
        result -> HttpJsonBinding.end(result, call),
        refusal -> call.answer(refuse(call, refusal)));
  }

  private static HttpRefusal notStored(Throwable failed) {
    LOG.error("A task could not be stored", failed);
    return new HttpRefusal(503, "unavailable", "The task could not be stored. See the log of bub.");
  }

  private void httpJson(Caller caller, A2aPath place, MountedCall call) throws Exception {
    try {
      httpJson.answer(caller, place, call);
    } catch (A2aRefusal refused) {
      call.answer(reply(call, A2aErrorJson.of(refused)));
    } catch (InvalidField odd) {
      call.answer(reply(call, A2aErrorJson.of(odd)));
    }
  }

  private static HttpReply reply(MountedCall call, Failure failure) {
    return inTypeOf(call, HttpReply.json(failure.status(), failure.httpBody()));
  }

  /** The card is public; it shows capabilities to callers that may see them. */
  private void card(A2aPath place, MountedCall call) throws Exception {
    if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
      throw new HttpRefusal(405, "invalid", "Use GET for the card.");
    }
    Caller caller = callerOrNull(call);
    Address agent = place.agent();
    if (agent != null && (caller == null || agents.find(agent.value()).isEmpty())) {
      // A stranger must not learn which agents exist.
      throw new HttpRefusal(404, "not_found", "No agent " + agent + " is connected.");
    }
    RawJson card = cards.card(place, caller, call);
    String etag = AgentCards.etag(card);
    HttpReply reply =
        etag.equals(call.header("If-None-Match"))
            ? HttpReply.empty(304)
            : HttpReply.json(200, card.toByteArray());
    call.answer(
        reply
            .with("ETag", etag)
            .with("Last-Modified", cardTimes.of(etag, Instant.now()))
            .with("Cache-Control", "max-age=60"));
  }

  private @Nullable Caller callerOrNull(MountedCall call) throws HttpRefusal, InterruptedException {
    try {
      return callers.identify(call);
    } catch (HttpRefusal stranger) {
      if (stranger.status() == 401 && call.bearer() == null) {
        return null;
      }
      throw stranger;
    }
  }

  static void requireVersion(MountedCall call) throws A2aRefusal {
    String header = call.header(VERSION_NAME);
    String version = header == null ? call.query(VERSION_NAME) : header.strip();
    if (version == null
        || !version.equals(AgentCards.VERSION) && !version.startsWith(AgentCards.VERSION + ".")) {
      throw new A2aRefusal(
          A2aError.VERSION_NOT_SUPPORTED,
          "This server speaks A2A "
              + AgentCards.VERSION
              + ". Send the header \"A2A-Version: "
              + AgentCards.VERSION
              + "\".");
    }
  }

  /** Clients of the final specification get its media type, all others plain JSON. */
  static HttpReply inTypeOf(MountedCall call, HttpReply reply) {
    String accept = call.header("Accept");
    String type = call.header("Content-Type");
    boolean isWanted =
        accept != null && accept.contains(MEDIA_TYPE) || type != null && type.contains(MEDIA_TYPE);
    return isWanted
        ? new HttpReply(reply.status(), reply.headers(), MEDIA_TYPE, reply.body())
        : reply;
  }

  @Override
  public HttpReply refuse(MountedCall call, HttpRefusal refusal) {
    Failure failure = A2aErrorJson.of(refusal);
    A2aPath place = A2aPath.of(call.path());
    boolean isJsonRpc = place != null && place.rest().isEmpty();
    HttpReply reply =
        isJsonRpc
            ? HttpReply.json(
                refusal.status() == 415 ? 200 : refusal.status(),
                new Message.Failure(RequestId.NULL, failure.rpcError()).toRaw().toByteArray())
            : reply(call, failure);
    return refusal(refusal, reply);
  }

  static HttpReply refusal(HttpRefusal refusal, HttpReply reply) {
    Duration wait = refusal.retryAfter();
    HttpReply more =
        wait == null
            ? reply
            : reply.with("Retry-After", String.valueOf(Math.max(1, wait.toSeconds())));
    return refusal.status() == 401 ? more.with("WWW-Authenticate", "Bearer") : more;
  }

  @Override
  public void endCalls() {
    operations.endReaders();
  }
}
