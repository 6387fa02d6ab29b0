package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.gateway.caller.Caller;
import bub.gateway.caller.CallerSlots;
import bub.gateway.mcp.ResourceState.Gone;
import bub.gateway.mcp.ResourceState.Missing;
import bub.gateway.mcp.ResourceState.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Watcher of the resources of bub itself that clients subscribed to. Nobody announces their
 * changes, so it reads each of them, with the grants of its client, and compares. Its thread exists
 * only while there are subscriptions. Safe for any thread; adding one blocks.
 */
final class OwnResourceWatch {
  static final int MOST = 1_000;
  static final int MOST_PER_CALLER = 256;
  private static final Duration EVERY = Duration.ofSeconds(2);

  /** Client that hears of changes. */
  interface Subscriber {
    /** False while it has nowhere to hear of anything. */
    boolean isListening();

    boolean isOver();

    void updated(String uri);
  }

  private record Key(Subscriber subscriber, String uri) {}

  /** One subscription; its last look belongs to the thread that looks. */
  private static final class Watch {
    private final Key key;
    private final Caller caller;
    private final CallerSlots.Slot slot;
    private volatile ResourceState last;

    private Watch(Key key, Caller caller, CallerSlots.Slot slot, ResourceState firstLook) {
      this.key = key;
      this.caller = caller;
      this.slot = slot;
      this.last = firstLook;
    }
  }

  private final BubResources resources;
  private final TimeSource time;
  private final CallerSlots slots =
      new CallerSlots("subscriptions to resources of bub", MOST, MOST_PER_CALLER);
  // Guarded by this.
  private final Map<Key, Watch> watches = new LinkedHashMap<>();
  private boolean isLooking;

  OwnResourceWatch(BubResources resources, TimeSource time) {
    this.resources = resources;
    this.time = time;
  }

  /** Changes from now on reach {@code subscriber}. Other URIs than those of bub have no effect. */
  void add(Subscriber subscriber, Caller caller, String uri)
      throws HttpRefusal, InterruptedException {
    var key = new Key(subscriber, uri);
    if (!uri.startsWith(BubResources.SCHEME) || isWatched(key)) {
      return;
    }
    dropEnded();
    CallerSlots.Slot slot = slots.take(caller.id());
    ResourceState look = new Gone();
    try {
      look = look(caller, uri);
    } finally {
      if (look instanceof Gone || !keep(new Watch(key, caller, slot, look))) {
        slot.close();
      }
    }
  }

  private synchronized boolean isWatched(Key key) {
    return watches.containsKey(key);
  }

  private synchronized boolean keep(Watch watch) {
    if (watches.putIfAbsent(watch.key, watch) != null) {
      return false;
    }
    if (!isLooking) {
      isLooking = true;
      Thread.ofVirtual().name("mcp-own-resources").start(this::lookAgainAndAgain);
    }
    return true;
  }

  synchronized void remove(Subscriber subscriber, String uri) {
    Watch watch = watches.remove(new Key(subscriber, uri));
    if (watch != null) {
      watch.slot.close();
    }
  }

  void removeAll(Subscriber subscriber) {
    all().stream()
        .map(watch -> watch.key)
        .filter(key -> key.subscriber().equals(subscriber))
        .forEach(key -> remove(key.subscriber(), key.uri()));
  }

  private void dropEnded() {
    all().stream()
        .map(watch -> watch.key)
        .filter(key -> key.subscriber().isOver())
        .forEach(key -> remove(key.subscriber(), key.uri()));
  }

  private synchronized List<Watch> all() {
    return new ArrayList<>(watches.values());
  }

  private void lookAgainAndAgain() {
    try {
      while (!isDone()) {
        time.sleep(EVERY);
        dropEnded();
        for (Watch watch : all()) {
          lookAgain(watch);
        }
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isDone() {
    isLooking = !watches.isEmpty();
    return !isLooking;
  }

  private void lookAgain(Watch watch) throws InterruptedException {
    Subscriber subscriber = watch.key.subscriber();
    if (!isWatched(watch.key) || !subscriber.isListening()) {
      return;
    }
    switch (look(watch.caller, watch.key.uri())) {
      case Seen seen -> {
        if (!seen.equals(watch.last)) {
          watch.last = seen;
          subscriber.updated(watch.key.uri());
        }
      }
      case Missing _ -> {
        // The next look may find it again, and then compares with what was there before.
      }
      case Gone _ -> remove(subscriber, watch.key.uri());
    }
  }

  private ResourceState look(Caller caller, String uri) throws InterruptedException {
    try {
      return ResourceState.of(resources.content(caller, uri));
    } catch (NoAnswer away) {
      return new Missing();
    } catch (Exception failed) {
      return ResourceState.of(failed);
    }
  }

  /** Ends all subscriptions, and with them the thread. */
  void endAll() {
    all().forEach(watch -> remove(watch.key.subscriber(), watch.key.uri()));
  }
}
