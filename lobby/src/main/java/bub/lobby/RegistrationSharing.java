package bub.lobby;

import bub.json.InvalidField;
import bub.json.RawJson;
import bub.lobby.SharedRegistry.Outcome;
import bub.lobby.store.LobbyStore;
import bub.lobby.store.StoredAgent;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.Registration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Step that writes a registration to the cluster before this node stores it. A single bus skips it.
 * Hub thread only, callbacks included.
 */
final class RegistrationSharing {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrationSharing.class);
  private static final int ALL_BYTES = 64 << 20;

  private final SharedRegistry shared;
  private final LobbyStore store;
  private final Executor hubThread;

  RegistrationSharing(SharedRegistry shared, LobbyStore store, Executor hubThread) {
    this.shared = shared;
    this.store = store;
    this.hubThread = hubThread;
  }

  boolean isShared() {
    return shared.isShared();
  }

  /** Registration of an agent with the offers that it keeps and those that it adds. */
  record Draft(
      RegisteredAgent agent,
      AgentCredentials credentials,
      Instant lastSeen,
      List<Offer> kept,
      List<Capability> added) {

    StoredAgent stored(long revision) {
      return new StoredAgent(
          agent.id(),
          credentials.tokenHash(),
          credentials.repeatHash(),
          agent.registeredAt(),
          lastSeen,
          List.of(),
          revision);
    }

    private SharedAgent with(List<Capability> capabilities) {
      return new SharedAgent(
          agent.id(),
          credentials.tokenHash(),
          credentials.repeatHash(),
          agent.registeredAt(),
          lastSeen,
          capabilities);
    }
  }

  void write(Draft draft, Consumer<Outcome> done) {
    if (!shared.isShared()) {
      done.accept(new Outcome.Written(0));
    } else if (store.refusesChanges()) {
      done.accept(new Outcome.Unavailable("this node cannot write its disk"));
    } else {
      List<Long> kept = draft.kept().stream().map(Offer::id).toList();
      store
          .bodies(kept, ALL_BYTES)
          .thenApply(
              (List<@Nullable RawJson> bodies) -> draft.with(capabilities(bodies, draft.added())))
          .whenCompleteAsync(
              (agent, failure) -> {
                if (failure == null) {
                  shared.write(agent, draft.agent().revision(), done);
                } else {
                  done.accept(new Outcome.Unavailable(FutureErrors.text(failure)));
                }
              },
              hubThread);
    }
  }

  private static List<Capability> capabilities(
      List<@Nullable RawJson> kept, List<Capability> added) {
    var all = new ArrayList<Capability>(kept.size() + added.size());
    for (RawJson body : kept) {
      if (body == null) {
        throw new InvalidField("capabilities", "are not all in the store");
      }
      all.add(Capability.read(body));
    }
    all.addAll(added);
    return all;
  }

  void remove(RegisteredAgent agent, Consumer<Outcome> done) {
    if (!shared.isShared()) {
      done.accept(new Outcome.Written(0));
    } else if (store.refusesChanges()) {
      done.accept(new Outcome.Unavailable("this node cannot write its disk"));
    } else {
      shared.remove(agent.id(), agent.revision(), done);
    }
  }

  /** Frees the id of a new agent that this node could not store, and that has no token. */
  void takeBack(Address id, long revision) {
    if (shared.isShared()) {
      shared.remove(
          id,
          revision,
          outcome ->
              LOG.warn("Took the registration of {} back from the cluster: {}", id, outcome));
    }
  }

  void seen(Address id, Instant at) {
    shared.seen(id, at);
  }

  /** Returns the answer to a request whose change was not written. */
  static Registration.Refused refusal(RegisteredAgent agent, Outcome.NotWritten outcome) {
    return switch (outcome) {
      case Outcome.Lost() ->
          agent.revision() == 0
              ? taken(agent.id())
              : new Registration.Refused(
                  LobbyErrorCode.UNAVAILABLE,
                  "'" + agent.id() + "' has changed on another node. Try again later.");
      case Outcome.TooLarge(int maxBytes) ->
          new Registration.Refused(
              LobbyErrorCode.INVALID_CAPABILITY,
              "The capabilities of an agent can have at most "
                  + maxBytes
                  + " bytes, compressed, in this cluster.");
      case Outcome.Unavailable(String reason) ->
          new Registration.Refused(
              LobbyErrorCode.UNAVAILABLE,
              "The cluster did not confirm the change. Try again later. Cause: " + reason);
    };
  }

  static Registration.Refused taken(Address id) {
    return new Registration.Refused(LobbyErrorCode.ID_TAKEN, "'" + id + "' is already registered.");
  }
}
