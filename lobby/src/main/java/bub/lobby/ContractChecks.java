package bub.lobby;

import bub.json.RawJson;
import bub.lobby.contract.CapabilitySchemas;
import bub.lobby.contract.CheckVerdict;
import bub.lobby.contract.CompiledContract;
import bub.lobby.contract.ContractInspector;
import bub.lobby.contract.ContractLookup;
import bub.lobby.contract.MessageDirection;
import bub.lobby.store.LobbyStore;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.Registration;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks of calls against their contracts. Hub thread only, callbacks included. */
final class ContractChecks implements AutoCloseable {
  private final LobbyStore store;
  private final ContractInspector inspector;

  ContractChecks(LobbyStore store, Executor hubThread) {
    this.store = store;
    this.inspector = new ContractInspector(hubThread, System::nanoTime);
  }

  /** A call keeps this contract even if the offer changes. */
  void find(Offer offer, Consumer<ContractLookup> done) {
    inspector.contract(offer.id(), () -> schemas(offer.id()), done);
  }

  void check(
      CompiledContract contract,
      MessageDirection direction,
      RawJson payload,
      Consumer<CheckVerdict> done) {
    inspector.check(contract, direction, payload, done);
  }

  private CompletableFuture<CapabilitySchemas> schemas(long offer) {
    return store
        .schemas(offer)
        .thenApply(
            stored -> {
              if (stored == null) {
                throw new IllegalStateException("capability " + offer + " is not in the store");
              }
              return stored;
            });
  }

  /** Calls {@code done} with the refusal, or with null. */
  void examine(List<Capability> capabilities, Consumer<Registration.@Nullable Refused> done) {
    inspector.examine(
        capabilities,
        verdict ->
            done.accept(
                switch (verdict) {
                  case CheckVerdict.Kept _ -> null;
                  case CheckVerdict.Broken(List<Violation> violations) ->
                      new Registration.Refused(LobbyErrorCode.INVALID_CAPABILITY, text(violations));
                  case CheckVerdict.Unchecked _ ->
                      new Registration.Refused(
                          LobbyErrorCode.RATE_LIMITED,
                          "The lobby is busy checking other messages. Try again later.");
                }));
  }

  static String text(List<Violation> violations) {
    Violation first = violations.getFirst();
    String text = first.path().isEmpty() ? first.problem() : first.path() + ": " + first.problem();
    return violations.size() == 1 ? text : text + " (and " + (violations.size() - 1) + " more)";
  }

  void forget(long offer) {
    inspector.forget(offer);
  }

  /** Loads the classes for the checks outside the hub thread. */
  void warmUp() {
    inspector.warmUp();
  }

  @Override
  public void close() {
    inspector.close();
  }
}
