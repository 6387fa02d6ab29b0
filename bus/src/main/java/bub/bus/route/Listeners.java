package bub.bus.route;

import org.jspecify.annotations.Nullable;

/** Subscribers of one pattern. Usually there is one, so a single subscriber is also a group. */
sealed interface Listeners permits Subscriber, SharedListeners {

  boolean has(Subscriber subscriber);

  Listeners with(Subscriber subscriber);

  /** Returns the other subscribers, or null when there are none. */
  @Nullable Listeners without(Subscriber subscriber);

  void addTo(MatchedSubscribers matches);
}
