package bub.lobby;

import static bub.lobby.RegistrationSharing.refusal;

import bub.lobby.RegistrationSharing.Draft;
import bub.lobby.SharedRegistry.Outcome;
import bub.lobby.store.CapabilityListing;
import bub.lobby.store.LobbyStore;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby.Notes;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.Registration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of registrations, one per agent at a time. Each is stored before it is answered, so a
 * confirmed change is never lost. Hub thread only.
 */
final class Registrations {
  private static final Logger LOG = LoggerFactory.getLogger(Registrations.class);

  private final Registry registry;
  private final LobbyStore store;
  private final ContractChecks checks;
  private final AgentTokens tokens;
  private final InstantSource clock;
  private final Executor hubThread;
  private final Predicate<Address> isConnected;
  private final AgentTurns turns;
  private final RegistrationSharing sharing;
  private final long maxBytes;
  private long lastOfferId;
  private boolean isFailing;

  Registrations(
      Registry registry,
      LobbyStore store,
      ContractChecks checks,
      AgentTokens tokens,
      InstantSource clock,
      Executor hubThread,
      Predicate<Address> isConnected,
      AgentTurns turns,
      RegistrationSharing sharing,
      long lastOfferId,
      long maxBytes) {
    this.registry = registry;
    this.store = store;
    this.checks = checks;
    this.tokens = tokens;
    this.clock = clock;
    this.hubThread = hubThread;
    this.isConnected = isConnected;
    this.turns = turns;
    this.sharing = sharing;
    this.lastOfferId = lastOfferId;
    this.maxBytes = maxBytes;
  }

  long nextOfferId() {
    return ++lastOfferId;
  }

  /** Offer ids are never used twice. */
  void continueAfter(long storedOfferId) {
    lastOfferId = Math.max(lastOfferId, storedOfferId);
  }

  void register(
      Address id,
      CapabilityChange offer,
      @Nullable String conversation,
      Notes notes,
      Consumer<Registration> done) {
    inTurn(id, done, busy(id), finish -> registerNow(id, offer, conversation, notes, finish));
  }

  /** Refuses with {@code busy} when another request for this agent is in progress. */
  private void inTurn(
      Address id,
      Consumer<Registration> done,
      Registration busy,
      Consumer<Consumer<Registration>> work) {
    boolean accepted =
        turns.request(
            id,
            () ->
                work.accept(
                    outcome -> {
                      turns.endRequest(id);
                      done.accept(outcome);
                    }));
    if (!accepted) {
      done.accept(busy);
    }
  }

  private static Registration busy(Address id) {
    return new Registration.Refused(
        LobbyErrorCode.UNAVAILABLE, "'" + id + "' has a change in progress. Try again later.");
  }

  private void registerNow(
      Address id,
      CapabilityChange offer,
      @Nullable String conversation,
      Notes notes,
      Consumer<Registration> done) {
    RegisteredAgent known = registry.find(id);
    if (known != null && !tokens.repeats(conversation, known.credentials())) {
      register(known, offer, null, notes, done);
      return;
    }
    String token = tokens.issue();
    var issue = new Issue(token, tokens.credentials(token, conversation));
    RegisteredAgent agent =
        known == null
            ? new RegisteredAgent(id, issue.credentials(), clock.instant(), clock.instant())
            : known;
    register(agent, offer, issue, notes, done);
  }

  private void register(
      RegisteredAgent agent,
      CapabilityChange offer,
      @Nullable Issue issue,
      Notes notes,
      Consumer<Registration> done) {
    change(
        agent,
        new Change(List.of(), offer.capabilities(), agent.offers()),
        LobbyEvent.AGENT_REGISTERED,
        issue,
        notes,
        done);
  }

  private record Issue(String token, AgentCredentials credentials) {}

  void update(Address id, CapabilityChange change, Notes notes, Consumer<Registration> done) {
    Registration busy = registry.find(id) == null ? notRegistered(id) : busy(id);
    inTurn(id, done, busy, finish -> updateNow(id, change, notes, finish));
  }

  private void updateNow(
      Address id, CapabilityChange change, Notes notes, Consumer<Registration> done) {
    RegisteredAgent agent = registry.find(id);
    if (agent == null) {
      done.accept(notRegistered(id));
      return;
    }
    var kept = new ArrayList<Offer>();
    var gone = new ArrayList<Offer>();
    for (Offer offer : agent.offers()) {
      (replaces(change, offer) ? gone : kept).add(offer);
    }
    if (kept.size() + change.capabilities().size() > CapabilityChange.MAX_CAPABILITIES) {
      done.accept(
          new Registration.Refused(
              LobbyErrorCode.INVALID_CAPABILITY,
              "An agent can have at most " + CapabilityChange.MAX_CAPABILITIES + " capabilities."));
      return;
    }
    change(
        agent,
        new Change(kept, change.capabilities(), gone),
        LobbyEvent.CAPABILITIES_UPDATED,
        null,
        notes,
        done);
  }

  private static Registration notRegistered(Address id) {
    return new Registration.Refused(
        LobbyErrorCode.NOT_REGISTERED, "'" + id + "' is not registered.");
  }

  private static boolean replaces(CapabilityChange change, Offer offer) {
    return change.withdraw().stream().anyMatch(offer::fits)
        || change.capabilities().stream().anyMatch(offer::isOf);
  }

  private record Change(List<Offer> kept, List<Capability> added, List<Offer> gone) {}

  private void change(
      RegisteredAgent agent,
      Change change,
      LobbyEvent event,
      @Nullable Issue issue,
      Notes notes,
      Consumer<Registration> done) {
    checks.examine(
        change.added(),
        problem -> {
          if (problem != null) {
            done.accept(problem);
          } else {
            save(agent, change, event, issue, notes, done);
          }
        });
  }

  private void save(
      RegisteredAgent agent,
      Change change,
      LobbyEvent event,
      @Nullable Issue issue,
      Notes notes,
      Consumer<Registration> done) {
    RegisteredAgent known = registry.find(agent.id());
    if (known != null && known != agent) {
      // The store became readable only now, and this id belongs to another agent.
      done.accept(RegistrationSharing.taken(agent.id()));
      return;
    }
    var listings = new ArrayList<CapabilityListing>();
    var offers = new ArrayList<>(change.kept());
    for (Capability capability : change.added()) {
      lastOfferId++;
      listings.add(new CapabilityListing(lastOfferId, capability));
      offers.add(Offer.of(lastOfferId, agent, capability));
    }
    if (isTooMuch(offers, change)) {
      done.accept(
          new Registration.Refused(
              LobbyErrorCode.UNAVAILABLE,
              "The lobby has no memory for more registrations. Ask its operator to remove some."));
      return;
    }
    AgentCredentials credentials = issue == null ? agent.credentials() : issue.credentials();
    var draft = new Draft(agent, credentials, clock.instant(), change.kept(), change.added());
    sharing.write(
        draft,
        outcome -> {
          switch (outcome) {
            case Outcome.NotWritten refused -> done.accept(refusal(agent, refused));
            case Outcome.Written(long revision) ->
                whenStored(
                    store.save(
                        draft.stored(revision),
                        listings,
                        change.gone().stream().map(Offer::id).toList()),
                    refusal -> {
                      if (known == null) {
                        sharing.takeBack(agent.id(), revision);
                      }
                      done.accept(refusal);
                    },
                    () -> {
                      change.gone().forEach(offer -> checks.forget(offer.id()));
                      if (issue != null) {
                        agent.use(issue.credentials());
                      }
                      agent.revise(revision);
                      registry.put(agent, offers);
                      registry.seen(agent, isConnected.test(agent.id()), clock.instant());
                      notes.note(event, null);
                      done.accept(new Registration.Done(issue == null ? null : issue.token()));
                    });
          }
        });
  }

  private boolean isTooMuch(List<Offer> offers, Change change) {
    long before = 0;
    long after = 0;
    for (Offer offer : change.gone()) {
      before += offer.heldBytes();
    }
    for (Offer offer : offers.subList(change.kept().size(), offers.size())) {
      after += offer.heldBytes();
    }
    return after > before && registry.heldBytes() + after - before > maxBytes;
  }

  void deregister(Address id, LobbyEvent event, Notes notes, Consumer<Registration> done) {
    inTurn(id, done, notRegistered(id), finish -> deregisterNow(id, event, notes, finish));
  }

  private void deregisterNow(
      Address id, LobbyEvent event, Notes notes, Consumer<Registration> done) {
    RegisteredAgent agent = registry.find(id);
    if (agent == null) {
      done.accept(notRegistered(id));
      return;
    }
    sharing.remove(
        agent,
        outcome -> {
          switch (outcome) {
            case Outcome.NotWritten refused -> done.accept(refusal(agent, refused));
            case Outcome.Written _ ->
                whenStored(
                    store.remove(id),
                    done,
                    () -> {
                      agent.offers().forEach(offer -> checks.forget(offer.id()));
                      registry.remove(agent);
                      notes.note(event, null);
                      done.accept(new Registration.Done(null));
                    });
          }
        });
  }

  private void whenStored(CompletableFuture<?> stored, Consumer<Registration> done, Runnable then) {
    stored.whenCompleteAsync(
        (_, failure) -> {
          noteOutcome(failure);
          if (failure == null) {
            then.run();
          } else {
            done.accept(
                new Registration.Refused(
                    LobbyErrorCode.UNAVAILABLE,
                    "The lobby could not store the change and discarded it: "
                        + FutureErrors.text(failure)));
          }
        },
        hubThread);
  }

  /** Once per change of state, because agents retry constantly while a disk is full. */
  private void noteOutcome(@Nullable Throwable failure) {
    if (failure == null && isFailing) {
      LOG.warn("The lobby can store registrations again");
    } else if (failure != null && !isFailing) {
      LOG.error(
          "Cannot store registrations: {}. The lobby refuses them until it can",
          FutureErrors.text(failure));
    }
    isFailing = failure != null;
  }
}
