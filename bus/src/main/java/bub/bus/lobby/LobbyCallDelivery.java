package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.deliver.DeliveryOutcome;
import bub.bus.route.Subscriber;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.CallDelivery;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.trace.Causality;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Delivery of one call and of its answer, each in its own dialect. Hub thread only.
 *
 * @param idOnTheBus message id for a provider on the bus: a lobby caller may use one conversation
 *     for many calls, and peers drop repeated ids
 */
record LobbyCallDelivery(
    Hub hub,
    LobbyExchange exchange,
    Envelope request,
    RawJson content,
    Supplier<MessageId> idOnTheBus,
    BiConsumer<Address, ServiceResponse> progressed)
    implements CallDelivery {

  @Override
  public Address caller() {
    return request.from();
  }

  @Override
  public void note(LobbyEvent event, @Nullable String detail) {
    exchange.trail().note(event, detail);
  }

  @Override
  public void carryTo(Address provider, RawJson payload, Duration timeout, Listener listener) {
    Subscriber peer = hub.locate(provider);
    if (peer == null) {
      listener.failed(CallError.AGENT_OFFLINE, provider + " is not connected");
      return;
    }
    MessageId id = peer instanceof LobbyPeer ? request.messageId() : idOnTheBus.get();
    var envelope = new Envelope(request.from(), provider, id, wrapped(payload));
    RpcError refusal =
        hub.serviceChecks().guardCall(exchange.peer(), envelope, peer, exchange.trail().trail());
    if (refusal != null) {
      listener.failed(CallError.LOOP_DETECTED, refusal.message());
      return;
    }
    hub.call(
        envelope,
        peer,
        exchange.trail().trail(),
        timeout,
        listener::progress,
        outcome -> end(outcome, provider, timeout, listener));
  }

  /** Returns the original payload when the content is unchanged, as in most calls. */
  private RawJson wrapped(RawJson payload) {
    return payload.equals(content)
        ? request.payload()
        : Causality.read(request.payload()).addTo(LobbyTrail.payload(LobbyTypes.REQUEST, payload));
  }

  private static void end(
      DeliveryOutcome outcome, Address provider, Duration timeout, Listener listener) {
    Ack ack = outcome.ack();
    switch (outcome.status()) {
      case TIMEOUT ->
          listener.failed(
              CallError.TIMEOUT,
              "Agent '%s' did not answer within %d s.".formatted(provider, timeout.toSeconds()));
      case DISCONNECTED -> listener.failed(CallError.AGENT_OFFLINE, ack.message());
      case BUSY -> listener.failed(CallError.RATE_LIMITED, ack.message());
      case OK, ERROR, NO_RECIPIENT, REFUSED, HALTED -> listener.answered(ack);
    }
  }

  @Override
  public void progress(Address provider, ServiceResponse response) {
    progressed.accept(provider, response);
  }

  @Override
  public void answer(Address provider, ServiceResponse response) {
    exchange.answer(new LobbyAnswer.Called(provider, response));
  }

  @Override
  public void refuse(ServiceResponse error) {
    exchange.answer(new LobbyAnswer.Called(null, error));
  }

  @Override
  public void complainTo(Address provider, String problem) {
    if (hub.find(provider) instanceof LobbyPeer peer) {
      peer.complain(problem, request.messageId());
    }
  }
}
