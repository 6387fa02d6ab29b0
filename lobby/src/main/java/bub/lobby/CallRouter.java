package bub.lobby;

import bub.protocol.Address;
import bub.protocol.lobby.CallDelivery;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import java.time.Duration;

/** Router that chooses the provider of a call and checks the permission. Hub thread only. */
final class CallRouter {
  private final Registry registry;
  private final ContractChecks checks;
  private final Duration timeout;
  private long begun;
  private long refused;
  private long invalidInputs;
  private long invalidOutputs;

  CallRouter(Registry registry, ContractChecks checks, Duration timeout) {
    this.registry = registry;
    this.checks = checks;
    this.timeout = timeout;
  }

  void call(CallDelivery delivery, ServiceCall call) {
    switch (choose(delivery.caller(), call)) {
      case Choice.Nobody(CallError error, String text) -> {
        refused++;
        if (error == CallError.UNAUTHORIZED) {
          delivery.note(LobbyEvent.REQUEST_DENIED_AUTHORIZATION, text);
        }
        delivery.refuse(ServiceResponse.error(error, text));
      }
      case Choice.Chosen(Offer offer) -> {
        begun++;
        delivery.note(LobbyEvent.REQUEST_AUTHORIZED, null);
        new CapabilityCall(checks, delivery, offer, timeout(offer), this::countFailed).begin(call);
      }
    }
  }

  private void countFailed(CallError error) {
    invalidInputs += error == CallError.INVALID_INPUT ? 1 : 0;
    invalidOutputs += error == CallError.INVALID_OUTPUT ? 1 : 0;
  }

  long invalidInputs() {
    return invalidInputs;
  }

  long invalidOutputs() {
    return invalidOutputs;
  }

  long begun() {
    return begun;
  }

  long refused() {
    return refused;
  }

  private Duration timeout(Offer offer) {
    Integer seconds = offer.timeoutSeconds();
    return seconds == null ? timeout : Duration.ofSeconds(seconds);
  }

  private sealed interface Choice {
    record Chosen(Offer offer) implements Choice {}

    record Nobody(CallError error, String text) implements Choice {}
  }

  private Choice choose(Address caller, ServiceCall call) {
    Address provider = call.provider();
    return provider == null
        ? chooseAny(caller, call.capability())
        : chooseAt(provider, caller, call.capability());
  }

  private Choice chooseAt(Address provider, Address caller, CapabilityRef wanted) {
    RegisteredAgent agent = registry.find(provider);
    if (agent == null) {
      return notFound("No agent '" + provider + "' is registered.");
    }
    Offer offer = agent.best(wanted);
    if (offer == null) {
      return notFound("Agent '" + provider + "' has no capability '" + wanted + "'.");
    }
    if (!offer.mayBeCalledBy(caller)) {
      return new Choice.Nobody(
          CallError.UNAUTHORIZED, unauthorized(caller, wanted, "on agent '" + provider + "'"));
    }
    return agent.isOnline()
        ? new Choice.Chosen(offer)
        : new Choice.Nobody(CallError.AGENT_OFFLINE, "Agent '" + provider + "' is offline.");
  }

  private Choice chooseAny(Address caller, CapabilityRef wanted) {
    Providers providers = registry.named(wanted.name());
    Offer offer =
        providers.leastBusy(wanted.versions(), candidate -> candidate.mayBeCalledBy(caller));
    if (offer != null) {
      Offer newest = offer.agent().best(wanted);
      return new Choice.Chosen(newest != null && newest.mayBeCalledBy(caller) ? newest : offer);
    }
    if (providers.all().noneMatch(candidate -> candidate.fits(wanted))) {
      return notFound("No agent offers capability '" + wanted + "'.");
    }
    boolean mayCall =
        providers
            .all()
            .anyMatch(candidate -> candidate.fits(wanted) && candidate.mayBeCalledBy(caller));
    return mayCall
        ? new Choice.Nobody(
            CallError.AGENT_OFFLINE, "Every agent that offers '" + wanted + "' is offline.")
        : new Choice.Nobody(CallError.UNAUTHORIZED, unauthorized(caller, wanted, "on any agent"));
  }

  private static Choice notFound(String text) {
    return new Choice.Nobody(CallError.CAPABILITY_NOT_FOUND, text);
  }

  private static String unauthorized(Address caller, CapabilityRef wanted, String where) {
    return "Unauthorized: Agent '%s' is not authorized to call capability '%s' %s."
        .formatted(caller, wanted, where);
  }
}
