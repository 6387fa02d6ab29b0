package bub.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.lobby.contract.Contract;
import bub.lobby.contract.Direction;
import bub.lobby.contract.Lookup;
import bub.lobby.contract.Verdict;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.CallResult;
import bub.protocol.lobby.Errand;
import bub.protocol.lobby.Handover;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** One call that was allowed, until its caller has an answer. Hub thread only. */
final class Call {
  private static final ServiceResponse UNCHECKED =
      ServiceResponse.error(
          CallError.RATE_LIMITED,
          "The lobby has too much to check just now: try again in a moment.");

  private final Scrutiny scrutiny;
  private final Errand errand;
  private final Offer offer;
  private final Duration patience;
  private final Consumer<CallResult> done;

  Call(
      Scrutiny scrutiny, Errand errand, Offer offer, Duration patience, Consumer<CallResult> done) {
    this.scrutiny = scrutiny;
    this.errand = errand;
    this.offer = offer;
    this.patience = patience;
    this.done = done;
  }

  void begin(ServiceCall call) {
    scrutiny.find(
        offer,
        lookup -> {
          switch (lookup) {
            case Lookup.Found(Contract contract) -> checkInput(contract, withExactName(call));
            case Lookup.Unusable(String why) ->
                refuse(ServiceResponse.error(CallError.CAPABILITY_NOT_FOUND, unusable(why)));
            case Lookup.Busy _ -> refuse(UNCHECKED);
          }
        });
  }

  private String unusable(String why) {
    return "Capability '%s' of agent '%s' cannot be called: %s."
        .formatted(offer.name(), provider(), why);
  }

  private void checkInput(Contract contract, RawJson payload) {
    scrutiny.check(
        contract, Direction.INPUT, payload, verdict -> inputChecked(verdict, contract, payload));
  }

  /** What the provider reads is what it offers, not the range that the caller wrote. */
  private RawJson withExactName(ServiceCall call) {
    String exact = offer.callName();
    return call.capability().isPlainly(exact)
        ? call.payload()
        : call.payload().fields().with(ServiceCall.CAPABILITY_NAME, out -> out.value(exact));
  }

  private void inputChecked(Verdict verdict, Contract contract, RawJson payload) {
    switch (verdict) {
      case Verdict.Kept _ -> {
        offer.agent().began();
        errand.carryTo(provider(), payload, patience, new Handing(contract));
      }
      case Verdict.Broken(List<Violation> violations) -> {
        String text = broken("Invalid input for", violations);
        errand.note(LobbyEvent.REQUEST_DENIED_CONTRACT, text);
        refuse(ServiceResponse.error(CallError.INVALID_INPUT, text, violations));
      }
      case Verdict.Unchecked _ -> refuse(UNCHECKED);
    }
  }

  /** What comes back from the provider, under the contract that the call began with. */
  private final class Handing implements Errand.Listener {
    private final Contract contract;

    Handing(Contract contract) {
      this.contract = contract;
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
        case Handover.Answered(Ack ack) -> answered(response(ack), contract);
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
  }

  private void answered(ServiceResponse response, Contract contract) {
    if (response.isSuccess()) {
      scrutiny.check(
          contract,
          Direction.OUTPUT,
          response.payload(),
          verdict -> outputChecked(verdict, response));
    } else {
      done.accept(new CallResult(provider(), response));
    }
  }

  private void outputChecked(Verdict verdict, ServiceResponse response) {
    switch (verdict) {
      case Verdict.Kept _ -> done.accept(new CallResult(provider(), response));
      case Verdict.Broken(List<Violation> violations) -> {
        String text = broken("Invalid output of", violations);
        errand.note(LobbyEvent.RESPONSE_DENIED_CONTRACT, text);
        errand.complainTo(provider(), text);
        refuse(ServiceResponse.error(CallError.INVALID_OUTPUT, text, violations));
      }
      case Verdict.Unchecked _ -> refuse(UNCHECKED);
    }
  }

  private String broken(String what, List<Violation> violations) {
    return "%s capability '%s': %s".formatted(what, offer.name(), Scrutiny.text(violations));
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
    if (!ack.success()) {
      return failure(ack);
    }
    Fields fields = ack.payload().fields();
    if (fields.has("status")) {
      return said(ack.payload(), fields);
    }
    JsonWriter out = new JsonWriter().beginObject().field("status", ServiceResponse.SUCCESS);
    copy(fields, out);
    return new ServiceResponse(
        ServiceResponse.SUCCESS, RawJson.trusted(out.endObject().toByteArray()));
  }

  private static ServiceResponse said(RawJson payload, Fields fields) {
    try {
      return new ServiceResponse(fields.string("status"), payload);
    } catch (InvalidField odd) {
      return ServiceResponse.error(
          CallError.INVALID_OUTPUT, "A malformed answer: " + odd.getMessage());
    }
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
