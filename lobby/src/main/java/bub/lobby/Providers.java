package bub.lobby;

import bub.protocol.lobby.VersionRange;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Offers of one name, of online and offline agents. Hub thread only. */
final class Providers {
  static final Providers NONE = new Providers();

  /** Enough to find an idle agent, few enough to stay fast. */
  private static final int COMPARED = 64;

  private final SequencedSet<Offer> local = new LinkedHashSet<>(2);
  private final SequencedSet<Offer> remote = new LinkedHashSet<>(2);
  private final SequencedSet<Offer> offline = new LinkedHashSet<>(2);

  void add(Offer offer) {
    RegisteredAgent agent = offer.agent();
    (agent.isLocal() ? local : agent.isOnline() ? remote : offline).addLast(offer);
  }

  /** True when no offer is left. */
  boolean remove(Offer offer) {
    boolean _ = local.remove(offer) || remote.remove(offer) || offline.remove(offer);
    return local.isEmpty() && remote.isEmpty() && offline.isEmpty();
  }

  /** Online agents first. */
  Stream<Offer> all() {
    return Stream.of(local, remote, offline).flatMap(SequencedSet::stream);
  }

  /** Null when there is none. Agents of other nodes are asked when this node has none. */
  @Nullable Offer leastBusy(VersionRange versions, Predicate<Offer> callable) {
    Offer own = leastBusy(local, versions, callable);
    return own != null ? own : leastBusy(remote, versions, callable);
  }

  /** Fewest open calls; among equals, the one unused for longest. */
  private static @Nullable Offer leastBusy(
      SequencedSet<Offer> online, VersionRange versions, Predicate<Offer> callable) {
    Offer best = null;
    int compared = 0;
    for (Offer offer : online) {
      if (!versions.contains(offer.version()) || !callable.test(offer)) {
        continue;
      }
      if (best == null || offer.agent().busyWith() < best.agent().busyWith()) {
        best = offer;
      }
      compared++;
      if (compared == COMPARED || best.agent().busyWith() == 0) {
        break;
      }
    }
    if (best != null) {
      online.addLast(best); // now the last to be chosen
    }
    return best;
  }
}
