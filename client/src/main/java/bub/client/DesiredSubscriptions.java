package bub.client;

import bub.json.JsonValue;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityRows;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Subscriptions and watch that the client restores on every connection. Safe for any thread. */
final class DesiredSubscriptions {
  private static final Logger LOG = LoggerFactory.getLogger(DesiredSubscriptions.class);

  private final ConnectionState presence;
  private final Duration callTimeout;
  private final Set<Pattern> patterns = new LinkedHashSet<>();
  private @Nullable ActivityFeed feed;

  DesiredSubscriptions(ConnectionState presence, Duration callTimeout) {
    this.presence = presence;
    this.callTimeout = callTimeout;
  }

  /** Returns the session to tell; null when the next connection includes the pattern. */
  synchronized @Nullable ClientSession add(Pattern pattern) {
    patterns.add(pattern);
    return presence.sessionIfAny();
  }

  synchronized @Nullable ClientSession remove(Pattern pattern) {
    patterns.remove(pattern);
    return presence.sessionIfAny();
  }

  synchronized @Nullable ClientSession watch(@Nullable ActivityFeed next) {
    if (feed != null) {
      feed.stop();
    }
    feed = next;
    return presence.sessionIfAny();
  }

  void show(ActivityRows rows) {
    ActivityFeed current;
    synchronized (this) {
      current = feed;
    }
    if (current != null) {
      current.offer(rows);
    }
  }

  /** Publishes the session under the lock that finds no work left, so that no change is missed. */
  void establish(ClientSession session, ClientState.Connected state)
      throws NoAnswer, InterruptedException {
    var subscribed = new LinkedHashSet<Pattern>();
    ActivityFeed watched = null;
    while (true) {
      List<Pattern> missing;
      List<Pattern> unwanted;
      ActivityFeed unwatched;
      synchronized (this) {
        missing = without(patterns, subscribed);
        unwanted = without(subscribed, patterns);
        unwatched = feed == watched ? null : feed;
        if (missing.isEmpty() && unwanted.isEmpty() && unwatched == null) {
          presence.enter(state, session);
          return;
        }
      }
      for (Pattern pattern : missing) {
        ask(session, Methods.SUBSCRIBE, new Subscription(pattern));
        subscribed.add(pattern);
      }
      for (Pattern pattern : unwanted) {
        ask(session, Methods.UNSUBSCRIBE, new Subscription(pattern));
        subscribed.remove(pattern);
      }
      if (unwatched != null) {
        ask(session, Methods.WATCH_ACTIVITY, unwatched.filter());
        watched = unwatched;
      }
    }
  }

  private static List<Pattern> without(Set<Pattern> all, Set<Pattern> some) {
    var rest = new ArrayList<>(all);
    rest.removeAll(some);
    return rest;
  }

  private void ask(ClientSession session, String method, JsonValue params)
      throws NoAnswer, InterruptedException {
    try {
      session.call(method, params, callTimeout);
    } catch (RpcException refused) {
      // One refusal must not cost the whole connection; the next connection asks again.
      LOG.warn("The bus refused {} {}: {}", method, params, refused.getMessage());
    }
  }
}
