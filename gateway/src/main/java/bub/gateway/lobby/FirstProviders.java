package bub.gateway.lobby;

import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.protocol.Address;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.Capability;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * First registered provider of each capability, online or not. The plain name of a tool stands for
 * its contract, so that the name stays the same when others come and go. One thread.
 */
final class FirstProviders {
  // The lobby stores milliseconds, so that anything finer changes when it restarts.
  private static final Comparator<First> OLDEST =
      Comparator.comparingLong(First::registeredAtMillis)
          .thenComparing(first -> first.agent().value());

  /** Capabilities of different kinds may have the same name. */
  private record Key(Object kind, String name) {}

  private record First(long registeredAtMillis, Address agent, Capability newest) {}

  private final Function<Capability, Object> kind;
  private final Map<Key, First> first = new HashMap<>();

  FirstProviders(Function<Capability, Object> kind) {
    this.kind = kind;
  }

  void add(AgentEntry agent, List<Capability> capabilities) {
    var own = new HashMap<Key, First>();
    for (Capability capability : capabilities) {
      var candidate = new First(agent.registeredAt().toEpochMilli(), agent.agent(), capability);
      own.merge(key(capability), candidate, FirstProviders::newer);
    }
    own.forEach((key, candidate) -> first.merge(key, candidate, FirstProviders::older));
  }

  private Key key(Capability capability) {
    return new Key(kind.apply(capability), capability.name());
  }

  private static First newer(First known, First candidate) {
    return CapabilityCatalog.isNewer(candidate.newest(), known.newest()) ? candidate : known;
  }

  private static First older(First known, First candidate) {
    return OLDEST.compare(candidate, known) < 0 ? candidate : known;
  }

  Offer offer(AgentEntry agent, Capability capability) {
    First owner = first.get(key(capability));
    boolean hasFirstContract =
        owner == null
            || owner.newest().inputSchema().equals(capability.inputSchema())
                && owner.newest().outputSchema().equals(capability.outputSchema());
    return new Offer(agent.agent(), capability, agent.registeredAt(), hasFirstContract);
  }
}
