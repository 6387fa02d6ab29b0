package bub.lobby;

import bub.protocol.lobby.VersionRange;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything that is offered under one name, by agents that are here and others. Hub thread. */
final class Providers {
  static final Providers NONE = new Providers();

  /** Enough to find somebody with little to do; looking at a thousand would take too long. */
  private static final int COMPARED = 64;

  private final SequencedSet<Offer> online = new LinkedHashSet<>(2);
  private final SequencedSet<Offer> offline = new LinkedHashSet<>(2);

  void add(Offer offer) {
    (offer.agent().isOnline() ? online : offline).addLast(offer);
  }

  /** True when nothing is left. */
  boolean remove(Offer offer) {
    boolean _ = online.remove(offer) || offline.remove(offer);
    return online.isEmpty() && offline.isEmpty();
  }

  /** Those online first. */
  Stream<Offer> all() {
    return Stream.concat(online.stream(), offline.stream());
  }

  /**
   * One that is online, has least to do and was not asked for longest.
   *
   * @return null when there is none
   */
  @Nullable Offer leastBusy(VersionRange versions, Predicate<Offer> callable) {
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
      online.addLast(best); // from now on the last to be asked
    }
    return best;
  }
}
