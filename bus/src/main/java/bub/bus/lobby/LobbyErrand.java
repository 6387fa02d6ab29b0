package bub.bus.lobby;

import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.deliver.Courier.Delivery;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.Errand;
import bub.protocol.lobby.Handover;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.ServiceResponse;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries one call from its caller to a provider, each in its own dialect. Hub thread only.
 *
 * @param request as the provider will see it
 * @param idOnTheBus the message id for a provider that is a peer of the bus: a caller on the
 *     lobby's wire may use one conversation for many calls, and peers drop what they have seen
 * @param progress where the caller hears of answers that are not the last one
 */
record LobbyErrand(
    Hub hub,
    Envelope request,
    Supplier<MessageId> idOnTheBus,
    LobbyRecord record,
    BiConsumer<Address, ServiceResponse> progressed)
    implements Errand {

  @Override
  public Address caller() {
    return request.from();
  }

  @Override
  public void note(LobbyEvent event, @Nullable String detail) {
    record.note(event, detail);
  }

  @Override
  public void carryTo(Address provider, Duration patience, Listener listener) {
    ConnectedPeer peer = hub.find(provider);
    if (peer == null) {
      listener.ended(new Handover.Offline(provider + " is not connected"));
      return;
    }
    MessageId id = peer instanceof LobbyPeer ? request.messageId() : idOnTheBus.get();
    hub.call(
        new Envelope(request.from(), provider, id, request.payload()),
        peer,
        record.trail(),
        patience,
        listener::progress,
        delivery -> listener.ended(handover(delivery)));
  }

  private static Handover handover(Delivery delivery) {
    return switch (delivery.status()) {
      case TIMEOUT -> new Handover.TimedOut();
      case DISCONNECTED -> new Handover.Offline(delivery.ack().message());
      case BUSY -> new Handover.Busy(delivery.ack().message());
      case OK, ERROR, NO_RECIPIENT, REFUSED, HALTED -> new Handover.Answered(delivery.ack());
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
