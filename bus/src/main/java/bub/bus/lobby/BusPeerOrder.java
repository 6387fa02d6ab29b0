package bub.bus.lobby;

import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.Switchboard.Sender;
import bub.bus.activity.Trail.Status;
import bub.bus.memory.MemoryHold;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.CallResult;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.Registration;
import bub.protocol.lobby.RegistrationTerms;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a peer of the bus to the lobby; the answer is the one ack that the peer gets. The
 * peer is who its connection is, whatever {@code from} says. Hub thread only.
 *
 * <p>The conversation that may repeat a registration is no part of the envelope: it opens an id,
 * and the log has the envelope.
 */
final class BusPeerOrder {
  private static final int RETRY_SECONDS = 1;
  private static final String AGENT_ID = "agent_id";
  private static final String REQUEST_ID = "request_id";
  private static final String RESPONSE = "response";

  private final Hub hub;
  private final Lobby lobby;
  private final ConnectedPeer peer;
  private final Envelope envelope;
  private final @Nullable String conversation;
  private final LobbyTrail record;
  private final Sender sender;
  private final MemoryHold hold;

  BusPeerOrder(
      Hub hub,
      Lobby lobby,
      ConnectedPeer peer,
      Envelope envelope,
      @Nullable String conversation,
      LobbyTrail record,
      Sender sender,
      MemoryHold hold) {
    this.hub = hub;
    this.lobby = lobby;
    this.peer = peer;
    this.envelope = envelope;
    this.conversation = conversation;
    this.record = record;
    this.sender = sender;
    this.hold = hold;
  }

  void carryOut() {
    String type = envelope.type();
    switch (type) {
      case LobbyTypes.REGISTER -> register();
      case LobbyTypes.UPDATE ->
          lobby.update(
              peer.clientId(),
              CapabilityChange.readUpdate(content()),
              record,
              outcome -> answer(outcome, LobbyStatus.UPDATED));
      case LobbyTypes.DEREGISTER ->
          lobby.deregister(
              peer.clientId(), record, outcome -> answer(outcome, LobbyStatus.DEREGISTERED));
      case LobbyTypes.DISCOVER ->
          lobby.discover(peer.clientId(), Discovery.read(content()), record, new Findings<>());
      case LobbyTypes.AGENTS -> lobby.list(AgentPage.Query.read(content()), new Findings<>());
      case LobbyTypes.REQUEST -> request();
      case LobbyTypes.PROGRESS -> report();
      case null, default ->
          throw new InvalidField(
              "payload.type",
              "the lobby knows lobby_register, lobby_update, lobby_deregister, lobby_discover,"
                  + " lobby_agents, lobby_request and lobby_progress");
    }
  }

  private RawJson content() {
    return envelope.payload().fields().object("content");
  }

  private void register() {
    RegistrationTerms terms = RegistrationTerms.read(content());
    lobby.register(
        peer.clientId(),
        CapabilityChange.readRegistration(content()),
        conversation,
        record,
        outcome -> {
          if (outcome instanceof Registration.Done) {
            record.note(LobbyEvent.AGENT_REGISTRATION_FINALIZED, null);
          }
          answer(outcome, LobbyStatus.REGISTERED, terms.spokenVersion());
        });
  }

  private void request() {
    RawJson content = content();
    String provider = content.fields().string(AGENT_ID);
    String name = content.fields().string(ServiceCall.CAPABILITY_NAME);
    RawJson payload = content.fields().without(AGENT_ID);
    var request =
        new Envelope(
            peer.clientId(),
            envelope.to(),
            envelope.messageId(),
            LobbyTrail.payload(LobbyTypes.REQUEST, payload));
    lobby.call(
        new LobbyCallDelivery(hub, request, payload, envelope::messageId, record, this::progress),
        new ServiceCall(
            provider.equals(ServiceCall.ANY) ? null : Address.check(AGENT_ID, provider),
            CapabilityRef.check(ServiceCall.CAPABILITY_NAME, name),
            payload),
        this::answer);
  }

  /** Passes on what this peer says of a call that it still works on. */
  private void report() {
    Fields content = content().fields();
    MessageId call = MessageId.check(REQUEST_ID, content.string(REQUEST_ID));
    String caller = content.optionalString("caller_id");
    RawJson response = content.object(RESPONSE);
    if (!ServiceResponse.IN_PROGRESS.equals(response.fields().string("status"))) {
      throw new InvalidField("response.status", "must be in_progress: the ack is the last answer");
    }
    Address known = caller == null ? null : Address.check("caller_id", caller);
    answer(
        peer.progressed(call, known, response)
            ? Ack.ok("passed on")
            : Ack.failed("request_id: you have no such request open, or more than one"));
  }

  /** Tells the caller of an answer that is not the last one, as a message that nobody waits for. */
  private void progress(Address provider, ServiceResponse response) {
    JsonWriter content = new JsonWriter().beginObject();
    content.field(REQUEST_ID, envelope.messageId()).field(RESPONSE, response).endObject();
    var news =
        new Envelope(
            provider,
            peer.clientId(),
            hub.messageIds().get(),
            LobbyTrail.payload(LobbyTypes.PROGRESS, RawJson.trusted(content.toByteArray())));
    peer.deliver(news, peer.reserveCallId(), _ -> {});
  }

  // ---- the answer

  private void answer(CallResult result) {
    ServiceResponse response = result.response();
    record.ended(response);
    CallError code = response.isError() ? response.errorCode() : null;
    boolean passing = code != null && code.isPassing();
    String error = response.error();
    give(
        new Ack(
            response.isSuccess(),
            response.isSuccess() || error == null ? response.status() : error,
            passing,
            passing ? RETRY_SECONDS : 0,
            response.payload()));
  }

  private void answer(Registration outcome, String status) {
    answer(outcome, status, null);
  }

  private void answer(Registration outcome, String status, @Nullable String version) {
    switch (outcome) {
      case Registration.Done(String newToken) -> {
        // The log must not have the token.
        recordAnswer(Ack.ok(status, new LobbyStatus(status, lobby.id(), null, version)));
        give(Ack.ok(status, new LobbyStatus(status, lobby.id(), newToken, version)));
      }
      case Registration.Refused(_, String problem) -> answer(Ack.failed(problem));
    }
  }

  /** What was asked for, or why it could not be found; too large to be kept in the log as well. */
  private final class Findings<T extends JsonValue> implements Lobby.Answer<T> {
    @Override
    public void give(T found) {
      record.done();
      BusPeerOrder.this.give(Ack.ok("found", found));
    }

    @Override
    public void fail(String problem) {
      answer(Ack.retryIn(RETRY_SECONDS, problem));
    }
  }

  void answer(Ack ack) {
    recordAnswer(ack);
    give(ack);
  }

  private void recordAnswer(Ack ack) {
    boolean ok = ack.success();
    record
        .trail()
        .processFinished(
            lobby.id(), 0, ok ? Status.OK : Status.ERROR, ack, ok ? null : ack.message());
    if (ok) {
      record.done();
    } else {
      record.failed(ack.message());
    }
  }

  private void give(Ack ack) {
    hold.release();
    sender.sent(new SendResult(true, envelope.messageId(), List.of(ack)));
  }
}
