package bub.lobby;

import bub.json.RawJson;
import bub.lobby.store.LobbyStore;
import bub.lobby.store.LobbyStore.SearchHit;
import bub.protocol.Address;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.Lobby.Answer;
import bub.protocol.lobby.Services;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Search for agents by their capabilities. Hub thread only, store results included. */
final class AgentDirectory {
  /** Best matches to consider; online agents among them come first. */
  private static final int CANDIDATES = 1_000;

  /** An answer must fit into one message of 1 MiB. */
  private static final int ANSWER_BYTES = 640 * 1024;

  private final Registry registry;
  private final LobbyStore store;
  private final InstantSource clock;
  private final Executor hubThread;

  AgentDirectory(Registry registry, LobbyStore store, InstantSource clock, Executor hubThread) {
    this.registry = registry;
    this.store = store;
    this.clock = clock;
    this.hubThread = hubThread;
  }

  void discover(Address asker, Discovery discovery, Answer<Services> answer) {
    CapabilityRef wanted = discovery.capability();
    if (wanted == null) {
      found(
          store.search(String.valueOf(discovery.words()), CANDIDATES),
          answer,
          hits -> show(asker, discovery, offers(hits), answer));
    } else if (wanted.isWildcard()) {
      found(
          store.matching(wanted.name(), CANDIDATES),
          answer,
          hits ->
              show(
                  asker,
                  discovery,
                  offers(hits).filter(offer -> wanted.versions().contains(offer.version())),
                  answer));
    } else {
      show(
          asker,
          discovery,
          registry.named(wanted.name()).all().filter(offer -> offer.fits(wanted)),
          answer);
    }
  }

  /** Offers of the hits that still exist: a capability may be deleted before the search returns. */
  private Stream<Offer> offers(List<SearchHit> hits) {
    var offers = new ArrayList<Offer>();
    for (SearchHit hit : hits) {
      RegisteredAgent agent = registry.find(hit.agent());
      Offer offer = agent == null ? null : agent.offer(hit.id());
      if (offer != null) {
        offers.add(offer);
      }
    }
    return Stream.concat(
        offers.stream().filter(offer -> offer.agent().isOnline()),
        offers.stream().filter(offer -> !offer.agent().isOnline()));
  }

  private void show(
      Address asker, Discovery discovery, Stream<Offer> candidates, Answer<Services> answer) {
    var byAgent = new LinkedHashMap<Address, List<Offer>>();
    candidates
        .filter(offer -> !offer.agent().id().equals(asker))
        .filter(offer -> !discovery.onlyCallable() || offer.mayBeCalledBy(asker))
        .takeWhile(
            offer -> byAgent.size() < discovery.limit() || byAgent.containsKey(offer.agent().id()))
        .limit(CANDIDATES)
        .forEach(
            offer ->
                byAgent.computeIfAbsent(offer.agent().id(), _ -> new ArrayList<>()).add(offer));
    String name = discovery.name() == null ? String.valueOf(discovery.words()) : discovery.name();
    List<Long> ids = byAgent.values().stream().flatMap(List::stream).map(Offer::id).toList();
    found(
        store.bodies(ids, ANSWER_BYTES),
        answer,
        bodies -> answer.give(new Services(services(byAgent, bodies), name)));
  }

  private static List<Services.Service> services(
      Map<Address, List<Offer>> byAgent, List<@Nullable RawJson> bodies) {
    var services = new ArrayList<Services.Service>();
    var texts = new Texts(bodies);
    byAgent.forEach(
        (agent, offers) -> {
          List<RawJson> capabilities = texts.next(offers.size());
          if (!capabilities.isEmpty()) {
            services.add(new Services.Service(agent, capabilities));
          }
        });
    return services;
  }

  void list(AgentPage.Query query, Answer<AgentPage> answer) {
    var agents = new ArrayList<RegisteredAgent>();
    Address next = null;
    int offers = 0;
    for (RegisteredAgent agent : asked(query)) {
      if (agents.size() == query.limit() || offers > CANDIDATES) {
        next = agent.id();
        break;
      }
      agents.add(agent);
      offers += agent.offers().size();
    }
    Address following = next;
    List<Long> ids =
        agents.stream().flatMap(agent -> agent.offers().stream()).map(Offer::id).toList();
    found(
        store.bodies(ids, ANSWER_BYTES),
        answer,
        bodies -> answer.give(new AgentPage(entries(agents, bodies), following)));
  }

  private Iterable<RegisteredAgent> asked(AgentPage.Query query) {
    if (query.agent() == null) {
      return registry.from(query.from());
    }
    RegisteredAgent agent = registry.find(query.agent());
    return agent == null ? List.of() : List.of(agent);
  }

  private List<AgentEntry> entries(List<RegisteredAgent> agents, List<@Nullable RawJson> bodies) {
    var texts = new Texts(bodies);
    return agents.stream()
        .map(
            agent ->
                new AgentEntry(
                    agent.id(),
                    agent.isOnline(),
                    agent.registeredAt(),
                    agent.isOnline() ? clock.instant() : agent.lastSeen(),
                    texts.next(agent.offers().size())))
        .toList();
  }

  private <T, A> void found(CompletableFuture<T> future, Answer<A> answer, Consumer<T> whenFound) {
    future.whenCompleteAsync(
        (result, failure) -> {
          if (failure == null) {
            whenFound.accept(result);
          } else {
            answer.fail(FutureErrors.text(failure));
          }
        },
        hubThread);
  }

  /** Texts in the order of the request, without deleted ones. */
  private static final class Texts {
    private final List<@Nullable RawJson> bodies;
    private int at;

    Texts(List<@Nullable RawJson> bodies) {
      this.bodies = bodies;
    }

    List<RawJson> next(int count) {
      var texts = new ArrayList<RawJson>(count);
      for (int i = 0; i < count && at < bodies.size(); i++) {
        RawJson body = bodies.get(at++);
        if (body != null) {
          texts.add(body);
        }
      }
      return texts;
    }
  }
}
