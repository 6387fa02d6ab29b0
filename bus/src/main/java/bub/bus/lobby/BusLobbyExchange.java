package bub.bus.lobby;

import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.Switchboard.Sender;
import bub.bus.activity.event.Trail.Status;
import bub.bus.memory.MemoryHold;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.CallDelivery;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.RegistrationTerms;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.trace.Causality;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Order of a bus peer to the lobby. The sender is the peer, whatever {@code from} says. Hub thread
 * only.
 *
 * @param envelope message without secrets, as the log has it
 * @param conversation not part of the envelope, because it opens an id
 */
record BusLobbyExchange(
    Hub hub,
    Address lobby,
    ConnectedPeer peer,
    Envelope envelope,
    @Nullable String conversation,
    LobbyTrail trail,
    Sender sender,
    MemoryHold hold)
    implements LobbyExchange {
  private static final int RETRY_SECONDS = 1;
  private static final String AGENT_ID = "agent_id";
  private static final String REQUEST_ID = "request_id";
  private static final String RESPONSE = "response";

  boolean isProgressReport() {
    return LobbyTypes.PROGRESS.equals(envelope.type());
  }

  LobbyOrder order() {
    String type = envelope.type();
    return switch (type) {
      case LobbyTypes.REGISTER ->
          new LobbyOrder.Register(
              CapabilityChange.readRegistration(content()),
              new RegistrationTerms(
                  RegistrationTerms.read(content()).protocolVersion(), conversation));
      case LobbyTypes.UPDATE -> new LobbyOrder.Update(CapabilityChange.readUpdate(content()));
      case LobbyTypes.DEREGISTER -> new LobbyOrder.Deregister();
      case LobbyTypes.DISCOVER -> new LobbyOrder.Discover(Discovery.read(content()));
      case LobbyTypes.AGENTS -> new LobbyOrder.ListAgents(AgentPage.Query.read(content()));
      case LobbyTypes.REQUEST -> new LobbyOrder.Call(call());
      case null, default ->
          throw new InvalidField(
              "payload.type",
              "must be lobby_register, lobby_update, lobby_deregister, lobby_discover,"
                  + " lobby_agents, lobby_request or lobby_progress");
    };
  }

  private RawJson content() {
    return envelope.payload().fields().object("content");
  }

  private ServiceCall call() {
    Fields content = content().fields();
    String provider = content.string(AGENT_ID);
    String name = content.string(ServiceCall.CAPABILITY_NAME);
    return new ServiceCall(
        provider.equals(ServiceCall.ANY) ? null : Address.check(AGENT_ID, provider),
        CapabilityRef.check(ServiceCall.CAPABILITY_NAME, name),
        content.without(AGENT_ID));
  }

  @Override
  public Address from() {
    return peer.clientId();
  }

  @Override
  public CallDelivery delivery() {
    RawJson payload = content().fields().without(AGENT_ID);
    var request =
        new Envelope(
            from(),
            envelope.to(),
            envelope.messageId(),
            Causality.read(envelope.payload())
                .addTo(LobbyTrail.payload(LobbyTypes.REQUEST, payload)));
    return new LobbyCallDelivery(hub, this, request, payload, envelope::messageId, this::progress);
  }

  void reportProgress() {
    Fields content = content().fields();
    MessageId call = MessageId.check(REQUEST_ID, content.string(REQUEST_ID));
    String caller = content.optionalString("caller_id");
    RawJson response = content.object(RESPONSE);
    if (!ServiceResponse.IN_PROGRESS.equals(response.fields().string("status"))) {
      throw new InvalidField(
          "response.status", "must be in_progress: the ack carries the final answer");
    }
    Address known = caller == null ? null : Address.check("caller_id", caller);
    answer(
        peer.progressed(call, known, response)
            ? Ack.ok("forwarded")
            : Ack.failed("request_id: must match exactly one of your open requests"));
  }

  /** Sends the caller an answer that is not the last one, as a message that nobody waits for. */
  private void progress(Address provider, ServiceResponse response) {
    JsonWriter content = new JsonWriter().beginObject();
    content.field(REQUEST_ID, envelope.messageId()).field(RESPONSE, response).endObject();
    var news =
        new Envelope(
            provider,
            from(),
            hub.messageIds().get(),
            LobbyTrail.payload(LobbyTypes.PROGRESS, RawJson.trusted(content.toByteArray())));
    peer.deliver(news, peer.reserveCallId(), _ -> {});
  }

  @Override
  public void answer(LobbyAnswer answer) {
    switch (answer) {
      case LobbyAnswer.Done(LobbyStatus status) -> {
        record(Ack.ok(status.status(), status.withoutToken()));
        send(Ack.ok(status.status(), status));
      }
      case LobbyAnswer.Found(var agents) -> {
        // Too large to be kept in the log as well.
        trail.done();
        send(Ack.ok("found", agents));
      }
      case LobbyAnswer.Called(_, var response) -> {
        trail.ended(response);
        send(ackOf(response));
      }
      case LobbyAnswer.Refused(_, String problem) -> answer(Ack.failed(problem));
      case LobbyAnswer.Unavailable(String problem) -> answer(Ack.retryIn(RETRY_SECONDS, problem));
    }
  }

  private static Ack ackOf(ServiceResponse response) {
    CallError code = response.isError() ? response.errorCode() : null;
    boolean passing = code != null && code.isPassing();
    String error = response.error();
    return new Ack(
        response.isSuccess(),
        response.isSuccess() || error == null ? response.status() : error,
        passing,
        passing ? RETRY_SECONDS : 0,
        response.payload());
  }

  void answer(Ack ack) {
    record(ack);
    send(ack);
  }

  private void record(Ack ack) {
    boolean ok = ack.success();
    String error = ok ? null : ack.message();
    trail.trail().processFinished(lobby, 0, ok ? Status.OK : Status.ERROR, ack, error);
    if (ok) {
      trail.done();
    } else {
      trail.failed(ack.message());
    }
  }

  private void send(Ack ack) {
    hold.release();
    sender.sent(new SendResult(true, envelope.messageId(), List.of(ack)));
  }
}
