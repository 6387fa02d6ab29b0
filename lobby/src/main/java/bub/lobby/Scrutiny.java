package bub.lobby;

import bub.json.RawJson;
import bub.lobby.contract.Contract;
import bub.lobby.contract.Direction;
import bub.lobby.contract.Inspector;
import bub.lobby.contract.Lookup;
import bub.lobby.contract.Schemas;
import bub.lobby.contract.Verdict;
import bub.lobby.store.LobbyStore;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.FaultCode;
import bub.protocol.lobby.Registration;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Has calls checked against the contract of what they call. Hub thread only, answers included. */
final class Scrutiny implements AutoCloseable {
  private final LobbyStore store;
  private final Inspector inspector;

  Scrutiny(LobbyStore store, Executor hubThread) {
    this.store = store;
    this.inspector = new Inspector(hubThread, System::nanoTime);
  }

  /** The contract that an offer has now: a call keeps to it, whatever is changed meanwhile. */
  void find(Offer offer, Consumer<Lookup> done) {
    inspector.contract(offer.id(), () -> schemas(offer.id()), done);
  }

  void check(Contract contract, Direction direction, RawJson payload, Consumer<Verdict> done) {
    inspector.check(contract, direction, payload, done);
  }

  private CompletableFuture<Schemas> schemas(long offer) {
    return store
        .schemas(offer)
        .thenApply(
            stored -> {
              if (stored == null) {
                throw new IllegalStateException("capability " + offer + " is gone");
              }
              return new Schemas(stored.input(), stored.output());
            });
  }

  /** Calls {@code done} with what is wrong with these schemas, or with null. */
  void examine(List<Capability> capabilities, Consumer<Registration.@Nullable Refused> done) {
    inspector.examine(
        capabilities,
        verdict ->
            done.accept(
                switch (verdict) {
                  case Verdict.Kept _ -> null;
                  case Verdict.Broken(List<Violation> violations) ->
                      new Registration.Refused(FaultCode.INVALID_CAPABILITY, text(violations));
                  case Verdict.Unchecked _ ->
                      new Registration.Refused(
                          FaultCode.RATE_LIMITED,
                          "The lobby has too much to check just now: try again in a moment.");
                }));
  }

  /** The first violation, and how many more there are. */
  static String text(List<Violation> violations) {
    Violation first = violations.getFirst();
    String text = first.path().isEmpty() ? first.problem() : first.path() + ": " + first.problem();
    return violations.size() == 1 ? text : text + " (and " + (violations.size() - 1) + " more)";
  }

  void forget(long offer) {
    inspector.forget(offer);
  }

  /** Loads what checking needs, away from the hub thread. */
  void warmUp() {
    inspector.warmUp();
  }

  @Override
  public void close() {
    inspector.close();
  }
}
