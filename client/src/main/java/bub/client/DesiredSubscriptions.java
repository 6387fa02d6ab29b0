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

/**
 * What the client has asked for once and wants on every connection: its subscriptions, and the
 * activity it watches. Safe for any thread.
 */
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

  /** The session that must still be told, or null when the next one will be. */
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

  /**
   * Asks the bus for everything again, and only then lets callers in. What they ask for meanwhile
   * is caught here too: the session becomes visible under the same lock as nothing is left to do.
   */
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
      // One refusal must not cost the whole connection; the next one asks again.
      LOG.warn("{} {} was refused: {}", method, params, refused.getMessage());
    }
  }
}
