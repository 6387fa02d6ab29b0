package bub.bus.route;

import org.jspecify.annotations.Nullable;

/** Those who share one pattern. Mostly it is a single one, so one subscriber is a group already. */
sealed interface Listeners permits Subscriber, SharedListeners {

  boolean has(Subscriber subscriber);

  Listeners with(Subscriber subscriber);

  /** The others, or null when there are none. */
  @Nullable Listeners without(Subscriber subscriber);

  void addTo(MatchedSubscribers matches);
}
