package bub.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.lobby.contract.Direction;
import bub.lobby.contract.Verdict;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.CallResult;
import bub.protocol.lobby.Errand;
import bub.protocol.lobby.Handover;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.ServiceResponse;
import java.time.Duration;
import java.util.function.Consumer;

/** One call that was allowed, until its caller has an answer. Hub thread only. */
final class Call implements Errand.Listener {
  private final Contracts contracts;
  private final Errand errand;
  private final Offer offer;
  private final Duration patience;
  private final Consumer<CallResult> done;

  Call(
      Contracts contracts,
      Errand errand,
      Offer offer,
      Duration patience,
      Consumer<CallResult> done) {
    this.contracts = contracts;
    this.errand = errand;
    this.offer = offer;
    this.patience = patience;
    this.done = done;
  }

  void begin(RawJson payload) {
    contracts.check(offer, Direction.INPUT, payload, this::inputChecked);
  }

  private void inputChecked(Verdict verdict) {
    switch (verdict) {
      case Verdict.Kept _ -> {
        offer.agent().began();
        errand.carryTo(provider(), patience, this);
      }
      case Verdict.Broken broken -> {
        String text = "Invalid input for capability '" + offer.name() + "': " + broken.summary();
        errand.note(LobbyEvent.REQUEST_DENIED_CONTRACT, text);
        refuse(ServiceResponse.error(CallError.INVALID_INPUT, text, broken.violations()));
      }
      case Verdict.Unchecked(String why) ->
          refuse(ServiceResponse.error(CallError.RATE_LIMITED, why));
    }
  }

  @Override
  public void progress(RawJson payload) {
    errand.note(LobbyEvent.RESPONSE_IN_PROGRESS, null);
    errand.progress(provider(), new ServiceResponse(ServiceResponse.IN_PROGRESS, payload));
  }

  @Override
  public void ended(Handover handover) {
    offer.agent().ended();
    switch (handover) {
      case Handover.Answered(Ack ack) -> answered(response(ack));
      case Handover.Offline(String detail) ->
          refuse(ServiceResponse.error(CallError.AGENT_OFFLINE, detail));
      case Handover.Busy(String detail) ->
          refuse(ServiceResponse.error(CallError.RATE_LIMITED, detail));
      case Handover.TimedOut _ ->
          refuse(
              ServiceResponse.error(
                  CallError.TIMEOUT,
                  "Agent '%s' did not answer within %d s."
                      .formatted(provider(), patience.toSeconds())));
    }
  }

  private void answered(ServiceResponse response) {
    if (response.isSuccess()) {
      contracts.check(
          offer, Direction.OUTPUT, response.payload(), verdict -> outputChecked(verdict, response));
    } else {
      done.accept(new CallResult(provider(), response));
    }
  }

  private void outputChecked(Verdict verdict, ServiceResponse response) {
    switch (verdict) {
      case Verdict.Kept _ -> done.accept(new CallResult(provider(), response));
      case Verdict.Broken broken -> {
        String text = "Invalid output of capability '" + offer.name() + "': " + broken.summary();
        errand.note(LobbyEvent.RESPONSE_DENIED_CONTRACT, text);
        errand.complainTo(provider(), text);
        refuse(ServiceResponse.error(CallError.INVALID_OUTPUT, text, broken.violations()));
      }
      case Verdict.Unchecked(String why) ->
          refuse(ServiceResponse.error(CallError.RATE_LIMITED, why));
    }
  }

  private void refuse(ServiceResponse response) {
    done.accept(CallResult.refused(response));
  }

  private Address provider() {
    return offer.agent().id();
  }

  // ---- what the provider said

  /** Peers of the bus say how it went in their ack, agents of the lobby in their payload. */
  private static ServiceResponse response(Ack ack) {
    Fields fields = ack.payload().fields();
    if (!ack.success()) {
      return failure(ack);
    }
    if (fields.has("status")) {
      try {
        return ServiceResponse.read(ack.payload());
      } catch (InvalidField odd) {
        return ServiceResponse.error(
            CallError.INVALID_OUTPUT, "A malformed answer: " + odd.getMessage());
      }
    }
    JsonWriter out = new JsonWriter().beginObject().field("status", ServiceResponse.SUCCESS);
    copy(fields, out);
    return new ServiceResponse(
        ServiceResponse.SUCCESS, RawJson.trusted(out.endObject().toByteArray()));
  }

  private static ServiceResponse failure(Ack ack) {
    Fields fields = ack.payload().fields();
    JsonWriter out = new JsonWriter().beginObject().field("status", ServiceResponse.ERROR);
    if (!fields.has("error")) {
      out.field("error", ack.message().isEmpty() ? "The agent gave no reason." : ack.message());
    }
    copy(fields, out);
    return new ServiceResponse(
        ServiceResponse.ERROR, RawJson.trusted(out.endObject().toByteArray()));
  }

  private static void copy(Fields fields, JsonWriter out) {
    for (int i = 0; i < fields.count(); i++) {
      String name = fields.name(i);
      if (!name.equals("status")) {
        out.name(name).value(fields.value(i));
      }
    }
  }
}
