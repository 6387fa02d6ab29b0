package bub.bus.route;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two or more subscribers of one pattern, in the order in which they were added. */
final class SharedListeners implements Listeners {
  private final List<Subscriber> members = new ArrayList<>(2);

  private SharedListeners() {}

  static SharedListeners of(Subscriber first, Subscriber second) {
    var crowd = new SharedListeners();
    crowd.members.add(first);
    crowd.members.add(second);
    return crowd;
  }

  @Override
  public boolean has(Subscriber subscriber) {
    return members.contains(subscriber);
  }

  @Override
  public Listeners with(Subscriber subscriber) {
    members.add(subscriber);
    return this;
  }

  @Override
  public @Nullable Listeners without(Subscriber subscriber) {
    members.remove(subscriber);
    return members.size() == 1 ? members.getFirst() : this;
  }

  @Override
  public void addTo(MatchedSubscribers matches) {
    members.forEach(matches::add);
  }
}
