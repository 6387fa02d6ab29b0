package bub.gateway.mcp;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.jsonrpc.RpcException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watcher of the lobby and of conversation starters for clients with an open stream. It looks only
 * while there is such a client, because the log records every look. Safe for any thread.
 */
final class CatalogWatch {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogWatch.class);
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  // The list of all connections costs more than that of the lobby.
  private static final long STARTERS_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final CapabilityCatalog catalog;
  private final AgentStarters starters;
  private final Set<NotificationStream> listeners = ConcurrentHashMap.newKeySet();
  // Guarded by this, which nobody holds while waiting for an answer.
  private @Nullable Thread watching;
  private boolean isHurried;

  CatalogWatch(CapabilityCatalog catalog, AgentStarters starters) {
    this.catalog = catalog;
    this.starters = starters;
  }

  /** Later changes reach {@code listener}; blocks. */
  void add(NotificationStream listener) throws InterruptedException {
    listeners.add(listener);
    if (!isWatching()) {
      // Without the lock: the answers arrive on the event loop, which may call hurry first.
      startUnlessWatching(offers(), starters());
    }
  }

  private synchronized boolean isWatching() {
    return watching != null;
  }

  private synchronized void startUnlessWatching(
      @Nullable List<Offer> first, @Nullable List<StarterPrompt> prompts) {
    if (watching == null) {
      watching = Thread.ofVirtual().name("mcp-catalog").start(() -> watch(first, prompts));
    }
  }

  void remove(NotificationStream listener) {
    listeners.remove(listener);
  }

  /**
   * Looks soon, because a call may have changed the offers of its provider. Never blocks, because
   * the event loop calls it.
   */
  synchronized void hurry() {
    isHurried = true;
    notifyAll();
  }

  private void watch(@Nullable List<Offer> first, @Nullable List<StarterPrompt> prompts) {
    List<Offer> before = first;
    List<StarterPrompt> promptsBefore = prompts;
    long promptsAt = System.nanoTime();
    try {
      while (!isOver()) {
        List<Offer> now = offers();
        if (now != null && before != null && !now.equals(before)) {
          Set<OfferKind> changed = changes(before, now);
          listeners.forEach(listener -> listener.changed(changed));
        }
        before = now == null ? before : now;
        if (System.nanoTime() - promptsAt > STARTERS_EVERY_NANOS) {
          List<StarterPrompt> promptsNow = starters();
          if (promptsNow != null && promptsBefore != null && !promptsNow.equals(promptsBefore)) {
            listeners.forEach(listener -> listener.changed(EnumSet.of(OfferKind.PROMPT)));
          }
          promptsBefore = promptsNow == null ? promptsBefore : promptsNow;
          promptsAt = System.nanoTime();
        }
        await();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static Set<OfferKind> changes(List<Offer> before, List<Offer> now) {
    var changed = EnumSet.noneOf(OfferKind.class);
    for (OfferKind kind : OfferKind.values()) {
      if (!of(kind, before).equals(of(kind, now))) {
        changed.add(kind);
      }
    }
    return changed;
  }

  private static List<Offer> of(OfferKind kind, List<Offer> offers) {
    return offers.stream().filter(offer -> OfferKind.of(offer.capability()) == kind).toList();
  }

  private synchronized void await() throws InterruptedException {
    long now = System.nanoTime();
    for (long left = LEAST_NANOS; left > 0; left = left(now, isHurried)) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    isHurried = false;
  }

  private static long left(long since, boolean isHurried) {
    return since + (isHurried ? LEAST_NANOS : EVERY_NANOS) - System.nanoTime();
  }

  private synchronized boolean isOver() {
    boolean isOver = listeners.isEmpty();
    if (isOver) {
      watching = null;
    }
    return isOver;
  }

  private @Nullable List<Offer> offers() throws InterruptedException {
    try {
      return catalog.refreshed();
    } catch (CallRefused | NoAnswer away) {
      LOG.debug("The lobby does not answer", away);
      return null;
    }
  }

  private @Nullable List<StarterPrompt> starters() throws InterruptedException {
    try {
      return starters.all();
    } catch (RpcException | NoAnswer away) {
      LOG.debug("The bus does not answer", away);
      return null;
    }
  }
}
