package bub.bus.dialect;

import bub.bus.Hub;
import bub.bus.policy.BusLock.Admission;
import bub.bus.policy.Policy;
import bub.bus.policy.Principal;
import bub.bus.policy.TokenSecret;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Handler;
import bub.jsonrpc.Link;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.CloseCodes;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.Initialize;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.PingResult;
import bub.protocol.lobby.LobbyTypes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Session for calls by HTTP, made as the principal of a token. The principal is not a connected
 * peer: it replaces no connection and receives no messages. Hub thread only.
 */
final class RequestSession implements WireSession {
  /** Sender of requests without a token, on an open bus. */
  static final Address ANONYMOUS = new Address("api:http");

  /** Replacement for the star when a token is valid for a pattern of clientIds. */
  private static final String NAME = "http";

  /** Progress of calls that the caller has not noted yet; more is dropped. */
  private static final int MOST_NEWS = 64;

  private static final List<String> INTRODUCTION = List.of("authToken");
  private static final Duration BEYOND_PROCESSING = Duration.ofSeconds(30);
  private static final Duration LONGEST_LOBBY_CALL = Duration.ofHours(1).plusSeconds(30);

  private final Hub hub;
  private final WireFormat format;
  private final UnauthenticatedPeer peer;
  private final Peer rpc;
  private final MessageSender messages;
  private final InspectionMethods inspection;
  private long deadline;
  private @Nullable DialectPeer self;

  RequestSession(Link link, Hub hub, WireFormat format, UnauthenticatedPeer peer) {
    this.hub = hub;
    this.format = format;
    this.peer = peer;
    messages = new MessageSender(hub, format, peer.account());
    deadline = inTime(hub.limits().initializeTimeout(peer.remoteAddress()));
    var codec = new Codec(hub.limits().maxDepth(), hub.limits().maxBatch());
    rpc =
        new Peer(link, codec, Runnable::run, hub.nanoTime(), MOST_NEWS)
            .within(peer.account())
            .guardedBy(this::refuse)
            .serveDeferred(Methods.INITIALIZE, this::initialize)
            .serveDeferred(Methods.SEND_MESSAGE, this::sendMessage)
            .listen(Methods.NOTIFY, this::publish)
            .serve(Methods.PING, _ -> new PingResult(hub.clock().instant()))
            .serve(Methods.DISCOVER, _ -> format.description())
            .whenClosed((_, _) -> leave());
    inspection = new InspectionMethods(hub, rpc, () -> Policy.refuseInspection(self()));
    rpc.serve(Methods.SUBSCRIBE, needsConnection(Methods.SUBSCRIBE))
        .serve(Methods.UNSUBSCRIBE, needsConnection(Methods.UNSUBSCRIBE))
        .serve(Methods.WATCH_ACTIVITY, needsConnection(Methods.WATCH_ACTIVITY))
        .start();
  }

  private static Handler.Method needsConnection(String method) {
    RpcError refusal =
        RpcError.of(
                RpcError.METHOD_NOT_FOUND,
                "Method not found: " + method + " requires a WebSocket connection")
            .because("needs_connection");
    return _ -> {
      throw new RpcException(refusal);
    };
  }

  private long inTime(Duration time) {
    return hub.nanoTime().getAsLong() + time.toNanos();
  }

  /** Several requests may share the session, so a short one must not end a long one. */
  private void extendDeadline(Duration time) {
    long later = inTime(time);
    if (later - deadline > 0) {
      deadline = later;
    }
  }

  private @Nullable RpcError refuse(String method) {
    if (self == null) {
      return method.equals(Methods.INITIALIZE) ? null : format.notInitialized();
    }
    extendDeadline(hub.limits().processTimeout().plus(BEYOND_PROCESSING));
    return isStillAdmitted()
        ? null
        : RpcError.of(ErrorCodes.UNAUTHENTICATED, "Unauthenticated: the token is no longer valid")
            .because("unauthenticated");
  }

  /** Checks again, because the peer registry closes only its own sessions of revoked tokens. */
  private boolean isStillAdmitted() {
    return self != null && hub.lock().stillAdmits(self.clientId(), self.principal());
  }

  private void initialize(RequestId id, @Nullable RawJson params, Answer answer)
      throws RpcException {
    if (self != null) {
      throw new RpcException(format.alreadyInitialized(self.clientId()));
    }
    String token = Fields.of(params, INTRODUCTION).optionalString("authToken");
    Address clientId = token == null ? ANONYMOUS : clientIdOf(token);
    switch (hub.admit(peer.present(clientId, token, token))) {
      case Admission.Admitted(Principal principal) when token == null || principal != null ->
          welcome(clientId, principal, answer);
      case Admission.Admitted _ -> {
        // An open bus also admits unknown tokens, but this caller relies on its identity.
        RpcError unknown =
            RpcError.of(ErrorCodes.UNAUTHENTICATED, "Unauthenticated: the token is unknown")
                .because("unauthenticated");
        turnAway(hub.guessed(peer.remoteAddress(), unknown), answer);
      }
      case Admission.Refused(RpcError error) -> turnAway(error, answer);
    }
  }

  private Address clientIdOf(String token) {
    TokenSecret secret = TokenSecret.parse(token);
    Principal principal = secret == null ? null : hub.lock().recognize(secret);
    if (principal == null) {
      return ANONYMOUS;
    }
    Pattern pattern = principal.clientId();
    String name = pattern.kind() == Pattern.Kind.EXACT ? pattern.text() : named(pattern.text());
    return Address.isValid(name) ? new Address(name) : ANONYMOUS;
  }

  private static String named(String pattern) {
    return pattern.replace("*", NAME);
  }

  private void welcome(Address clientId, @Nullable Principal principal, Answer answer) {
    var caller =
        new DialectPeer(
            new Initialize(clientId, new ClientInfo(NAME, ClientInfo.VERSION), null),
            peer.connectionId(),
            hub.clock().instant(),
            principal,
            rpc,
            format,
            hub.limits().processTimeout(),
            hub.nanoTime(),
            peer.account());
    RpcError draining = hub.visit(caller);
    if (draining != null) {
      turnAway(draining, answer);
      return;
    }
    self = caller;
    deadline = inTime(hub.limits().processTimeout().plus(BEYOND_PROCESSING));
    answer.result(describe(clientId, principal));
  }

  /** Gateways speak for the caller in other ways, too, so they must know its grants. */
  private static JsonValue describe(Address clientId, @Nullable Principal principal) {
    return out -> {
      out.beginObject().field("clientId", clientId);
      out.field("operator", principal != null && principal.operator());
      out.name("types").beginArray();
      (principal == null ? Set.<String>of() : principal.types())
          .stream().sorted().forEach(out::value);
      out.endArray().name("workspaces").beginArray();
      (principal == null ? List.<Pattern>of() : principal.workspaces())
          .forEach(workspace -> out.value(workspace.text()));
      out.endArray().endObject();
    };
  }

  private void turnAway(RpcError error, Answer answer) {
    answer.error(error);
    rpc.close(CloseCodes.REFUSED, "not admitted");
  }

  private void sendMessage(RequestId id, @Nullable RawJson params, Answer answer)
      throws RpcException {
    if (isLobbyCall(params)) {
      // The lobby answers in any case, and progress restarts its timeout.
      extendDeadline(LONGEST_LOBBY_CALL);
    }
    messages.send(self(), id, params, answer);
  }

  private static boolean isLobbyCall(@Nullable RawJson params) {
    try {
      RawJson payload =
          params == null || !params.isObject() ? null : params.fields().find("payload");
      return payload != null
          && payload.isObject()
          && LobbyTypes.REQUEST.equals(Envelope.typeOf(payload.fields()));
    } catch (InvalidField odd) {
      return false; // the answer says so
    }
  }

  private void publish(@Nullable RawJson params) {
    if (isStillAdmitted()) {
      messages.publish(self(), params);
    }
  }

  private DialectPeer self() {
    if (self == null) {
      throw new IllegalStateException("the guard allowed a call before initialize");
    }
    return self;
  }

  private void leave() {
    inspection.stop();
    if (self != null) {
      hub.endVisit(self);
    }
  }

  @Override
  public void tick() {
    inspection.tick();
    if (hub.nanoTime().getAsLong() - deadline > 0) {
      rpc.close(CloseCodes.REFUSED, "the request timed out");
    }
  }

  @Override
  public boolean takesCalls() {
    return !rpc.isHoldingCalls();
  }

  @Override
  public boolean hasWaitingCalls() {
    return rpc.hasWaitingCalls();
  }

  @Override
  public boolean hasSent() {
    return messages.hasSent();
  }
}
