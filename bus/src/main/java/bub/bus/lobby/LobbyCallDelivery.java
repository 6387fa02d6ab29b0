package bub.bus.lobby;

import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.deliver.Courier.Delivery;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.CallDelivery;
import bub.protocol.lobby.CallDelivery.HandoverResult;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries one call from its caller to a provider, each in its own dialect. Hub thread only.
 *
 * @param request complete message, as the log stores it
 * @param content content of the request
 * @param idOnTheBus message id for a provider that is a bus peer: a caller in the lobby's protocol
 *     may use one conversation for many calls, and peers drop repeated ids
 * @param progressed callback for interim answers to the caller
 */
record LobbyCallDelivery(
    Hub hub,
    Envelope request,
    RawJson content,
    Supplier<MessageId> idOnTheBus,
    LobbyTrail record,
    BiConsumer<Address, ServiceResponse> progressed)
    implements CallDelivery {

  @Override
  public Address caller() {
    return request.from();
  }

  @Override
  public void note(LobbyEvent event, @Nullable String detail) {
    record.note(event, detail);
  }

  @Override
  public void carryTo(Address provider, RawJson payload, Duration patience, Listener listener) {
    ConnectedPeer peer = hub.find(provider);
    if (peer == null) {
      listener.ended(new HandoverResult.Offline(provider + " is not connected"));
      return;
    }
    MessageId id = peer instanceof LobbyPeer ? request.messageId() : idOnTheBus.get();
    hub.call(
        new Envelope(request.from(), provider, id, wrapped(payload)),
        peer,
        record.trail(),
        patience,
        listener::progress,
        delivery -> listener.ended(handover(delivery)));
  }

  /** Returns the original payload when the content is unchanged, as in most calls. */
  private RawJson wrapped(RawJson payload) {
    return payload.equals(content)
        ? request.payload()
        : LobbyTrail.payload(LobbyTypes.REQUEST, payload);
  }

  private static HandoverResult handover(Delivery delivery) {
    return switch (delivery.status()) {
      case TIMEOUT -> new HandoverResult.TimedOut();
      case DISCONNECTED -> new HandoverResult.Offline(delivery.ack().message());
      case BUSY -> new HandoverResult.Busy(delivery.ack().message());
      case OK, ERROR, NO_RECIPIENT, REFUSED, HALTED -> new HandoverResult.Answered(delivery.ack());
    };
  }

  @Override
  public void progress(Address provider, ServiceResponse response) {
    progressed.accept(provider, response);
  }

  @Override
  public void complainTo(Address provider, String problem) {
    if (hub.find(provider) instanceof LobbyPeer peer) {
      peer.complain(problem, request.messageId());
    }
  }
}
