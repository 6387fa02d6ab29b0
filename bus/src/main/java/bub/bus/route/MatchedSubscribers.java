package bub.bus.route;

import java.util.ArrayList;
import java.util.List;

/** Subscribers that match one address, each once. */
final class MatchedSubscribers {
  private final long number;
  private List<Subscriber> chosen = List.of();

  MatchedSubscribers(long number) {
    this.number = number;
  }

  void add(Subscriber subscriber) {
    if (!subscriber.takeFor(number)) {
      return;
    }
    switch (chosen.size()) {
      case 0 -> chosen = List.of(subscriber);
      case 1 -> {
        chosen = new ArrayList<>(chosen);
        chosen.add(subscriber);
      }
      default -> chosen.add(subscriber);
    }
  }

  List<Subscriber> chosen() {
    return chosen;
  }
}
