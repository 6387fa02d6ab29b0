package bub.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.lobby.contract.CheckVerdict;
import bub.lobby.contract.CompiledContract;
import bub.lobby.contract.ContractLookup;
import bub.lobby.contract.MessageDirection;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.lobby.CallDelivery;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** One allowed call, until its caller has an answer. Hub thread only. */
final class CapabilityCall {
  private static final String UNCHECKED =
      "The lobby is busy checking other messages. Try again later.";

  private final ContractChecks checks;
  private final CallDelivery delivery;
  private final Offer offer;
  private final Duration timeout;
  private final Consumer<CallError> failures;

  CapabilityCall(
      ContractChecks checks,
      CallDelivery delivery,
      Offer offer,
      Duration timeout,
      Consumer<CallError> failures) {
    this.checks = checks;
    this.delivery = delivery;
    this.offer = offer;
    this.timeout = timeout;
    this.failures = failures;
  }

  void begin(ServiceCall call) {
    checks.find(
        offer,
        lookup -> {
          switch (lookup) {
            case ContractLookup.Found(CompiledContract contract) ->
                checkInput(contract, withExactName(call));
            case ContractLookup.Unusable(String why) ->
                refuse(CallError.CAPABILITY_NOT_FOUND, unusable(why));
            case ContractLookup.Busy _ -> refuse(CallError.RATE_LIMITED, UNCHECKED);
          }
        });
  }

  private String unusable(String why) {
    return "Capability '%s' of agent '%s' cannot be called: %s."
        .formatted(offer.name(), provider(), why);
  }

  private void checkInput(CompiledContract contract, RawJson payload) {
    checks.check(
        contract,
        MessageDirection.INPUT,
        payload,
        verdict -> inputChecked(verdict, contract, payload));
  }

  /** Replaces the caller's version range with the exact name that the provider offers. */
  private RawJson withExactName(ServiceCall call) {
    String exact = offer.callName();
    return call.capability().isPlainly(exact)
        ? call.payload()
        : call.payload().fields().with(ServiceCall.CAPABILITY_NAME, out -> out.value(exact));
  }

  private void inputChecked(CheckVerdict verdict, CompiledContract contract, RawJson payload) {
    switch (verdict) {
      case CheckVerdict.Kept _ -> {
        offer.agent().began();
        delivery.carryTo(provider(), payload, timeout, new Handing(contract));
      }
      case CheckVerdict.Broken(List<Violation> violations) -> {
        String text = broken("Invalid input for", violations);
        delivery.note(LobbyEvent.REQUEST_DENIED_CONTRACT, text);
        refuse(CallError.INVALID_INPUT, text, violations);
      }
      case CheckVerdict.Unchecked _ -> refuse(CallError.RATE_LIMITED, UNCHECKED);
    }
  }

  /** Uses the contract that the call started with. */
  private final class Handing implements CallDelivery.Listener {
    private final CompiledContract contract;

    Handing(CompiledContract contract) {
      this.contract = contract;
    }

    @Override
    public void progress(RawJson payload) {
      delivery.note(LobbyEvent.RESPONSE_IN_PROGRESS, null);
      delivery.progress(provider(), new ServiceResponse(ServiceResponse.IN_PROGRESS, payload));
    }

    @Override
    public void answered(Ack ack) {
      offer.agent().ended();
      ServiceResponse response = response(ack);
      if (response.isSuccess()) {
        checks.check(
            contract,
            MessageDirection.OUTPUT,
            response.payload(),
            verdict -> outputChecked(verdict, response));
      } else {
        delivery.answer(provider(), response);
      }
    }

    @Override
    public void failed(CallError error, String problem) {
      offer.agent().ended();
      refuse(error, problem);
    }
  }

  private void outputChecked(CheckVerdict verdict, ServiceResponse response) {
    switch (verdict) {
      case CheckVerdict.Kept _ -> delivery.answer(provider(), response);
      case CheckVerdict.Broken(List<Violation> violations) -> {
        String text = broken("Invalid output of", violations);
        delivery.note(LobbyEvent.RESPONSE_DENIED_CONTRACT, text);
        delivery.complainTo(provider(), text);
        refuse(CallError.INVALID_OUTPUT, text, violations);
      }
      case CheckVerdict.Unchecked _ -> refuse(CallError.RATE_LIMITED, UNCHECKED);
    }
  }

  private String broken(String what, List<Violation> violations) {
    return "%s capability '%s': %s".formatted(what, offer.name(), ContractChecks.text(violations));
  }

  private void refuse(CallError error, String text) {
    refuse(error, text, List.of());
  }

  private void refuse(CallError error, String text, List<Violation> violations) {
    failures.accept(error);
    delivery.refuse(ServiceResponse.error(error, text, violations));
  }

  private Address provider() {
    return offer.agent().id();
  }

  /** Bus peers report the outcome in the ack, lobby agents in the payload. */
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
          CallError.INVALID_OUTPUT, "The agent gave a malformed answer: " + odd.getMessage());
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
