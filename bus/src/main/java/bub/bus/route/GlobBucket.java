package bub.bus.route;

import bub.protocol.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Patterns that share a literal prefix and have more to match after it. */
final class GlobBucket {
  private final Map<Pattern, Listeners> patterns = new LinkedHashMap<>(2);

  void compute(Pattern pattern, UnaryOperator<@Nullable Listeners> change) {
    Listeners after = change.apply(patterns.get(pattern));
    if (after == null) {
      patterns.remove(pattern);
    } else {
      patterns.put(pattern, after);
    }
  }

  @Nullable Listeners get(Pattern pattern) {
    return patterns.get(pattern);
  }

  int size() {
    return patterns.size();
  }

  boolean isEmpty() {
    return patterns.isEmpty();
  }

  void select(String address, MatchedSubscribers selection) {
    patterns.forEach(
        (pattern, listeners) -> {
          if (pattern.matches(address)) {
            listeners.addTo(selection);
          }
        });
  }
}
