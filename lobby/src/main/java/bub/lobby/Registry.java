package bub.lobby;

import bub.protocol.Address;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Registered agents by id, and their offers by name. Hub thread only. */
final class Registry {
  private static final int AGENT_BYTES = 360;

  private final Map<Address, RegisteredAgent> agents = new HashMap<>();
  private final NavigableMap<String, RegisteredAgent> inOrder = new TreeMap<>();
  private final Map<String, Providers> byName = new HashMap<>();
  private final Predicate<Address> isLocal;
  private int online;
  private long heldBytes;

  /** {@code isLocal} is true for peers of this node. */
  Registry(Predicate<Address> isLocal) {
    this.isLocal = isLocal;
  }

  @Nullable RegisteredAgent find(Address id) {
    return agents.get(id);
  }

  int size() {
    return agents.size();
  }

  /** Approximate. */
  long heldBytes() {
    return heldBytes;
  }

  private static long costOf(RegisteredAgent agent) {
    return (long) AGENT_BYTES + agent.id().value().length();
  }

  int online() {
    return online;
  }

  /** Adds an agent, or replaces the offers of a known one. */
  void put(RegisteredAgent agent, List<Offer> offers) {
    agent.offers().forEach(this::withdraw);
    if (agents.put(agent.id(), agent) == null) {
      heldBytes += costOf(agent);
    }
    inOrder.put(agent.id().value(), agent);
    agent.offer(offers);
    for (Offer offer : offers) {
      heldBytes += offer.heldBytes();
      byName.computeIfAbsent(offer.name(), _ -> new Providers()).add(offer);
    }
  }

  void remove(RegisteredAgent agent) {
    agent.offers().forEach(this::withdraw);
    agent.offer(List.of());
    online -= agent.isOnline() ? 1 : 0;
    if (agents.remove(agent.id()) != null) {
      heldBytes -= costOf(agent);
    }
    inOrder.remove(agent.id().value());
  }

  private void withdraw(Offer offer) {
    heldBytes -= offer.heldBytes();
    Providers providers = byName.get(offer.name());
    if (providers != null && providers.remove(offer)) {
      byName.remove(offer.name());
    }
  }

  void seen(RegisteredAgent agent, boolean isOnline, Instant at) {
    boolean isHere = isOnline && isLocal.test(agent.id());
    boolean moves = agent.isOnline() != isOnline || agent.isLocal() != isHere;
    online += (isOnline ? 1 : 0) - (agent.isOnline() ? 1 : 0);
    agent.seen(isOnline, isHere, at);
    if (moves) {
      put(agent, agent.offers());
    }
  }

  Providers named(String name) {
    return byName.getOrDefault(name, Providers.NONE);
  }

  /** From {@code from} on, in the order of the ids. */
  Collection<RegisteredAgent> from(@Nullable Address from) {
    return from == null ? inOrder.values() : inOrder.tailMap(from.value(), true).values();
  }

  Collection<RegisteredAgent> all() {
    return agents.values();
  }
}
