package bub.gateway.mcp;

import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.client.lobby.CallRefused;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.lobby.CapabilityCatalog.Offer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watcher of the lobby for clients with an open stream. It looks only while there is such a client,
 * because the log records every look. Safe for any thread.
 */
final class ToolListWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ToolListWatch.class);
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final CapabilityCatalog catalog;
  private final TimeSource time;
  private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
  // Guarded by this.
  private @Nullable Thread watching;

  ToolListWatch(CapabilityCatalog catalog, TimeSource time) {
    this.catalog = catalog;
    this.time = time;
  }

  /** Later changes reach {@code listener}, which must not block. */
  synchronized void add(Runnable listener) throws InterruptedException {
    listeners.add(listener);
    if (watching == null) {
      List<Offer> first = offers();
      watching = Thread.ofVirtual().name("mcp-tool-list").start(() -> watch(first));
    }
  }

  void remove(Runnable listener) {
    listeners.remove(listener);
  }

  private void watch(@Nullable List<Offer> first) {
    List<Offer> before = first;
    try {
      while (!isOver()) {
        List<Offer> now = offers();
        if (now != null && before != null && !now.equals(before)) {
          listeners.forEach(Runnable::run);
        }
        before = now == null ? before : now;
        time.sleep(EVERY);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
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
      return catalog.offers();
    } catch (CallRefused | NoAnswer away) {
      LOG.debug("The lobby does not answer", away);
      return null;
    }
  }
}
