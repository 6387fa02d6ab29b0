package bub.bus.route;

import bub.protocol.Address;
import bub.protocol.Pattern;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Routing table from addresses to subscribers. Hub thread only. */
public final class RoutingTable {
  private static final int MAX_GLOBS_PER_BEGINNING = 1_024;

  private final LiteralTable<Listeners> exact;
  private final LiteralTable<Listeners> prefixes;
  private final LiteralTable<GlobBucket> globs;
  private long selections;

  public RoutingTable(long seed) {
    exact = new LiteralTable<>(seed);
    prefixes = new LiteralTable<>(seed);
    globs = new LiteralTable<>(seed);
  }

  /** False when too many patterns share a prefix: each message with that prefix tries them all. */
  public boolean hasRoomFor(Pattern pattern) {
    if (pattern.kind() != Pattern.Kind.GLOB) {
      return true;
    }
    GlobBucket bucket = globs.get(pattern.text(), pattern.literalLength());
    return bucket == null || bucket.size() < MAX_GLOBS_PER_BEGINNING;
  }

  public boolean add(Pattern pattern, Subscriber subscriber) {
    var change = new Addition(subscriber);
    apply(pattern, change);
    return change.done;
  }

  public boolean has(Pattern pattern, Subscriber subscriber) {
    int length = pattern.literalLength();
    Listeners listeners =
        switch (pattern.kind()) {
          case EXACT -> exact.get(pattern.text(), length);
          case PREFIX -> prefixes.get(pattern.text(), length);
          case GLOB -> {
            GlobBucket bucket = globs.get(pattern.text(), length);
            yield bucket == null ? null : bucket.get(pattern);
          }
        };
    return listeners != null && listeners.has(subscriber);
  }

  public boolean remove(Pattern pattern, Subscriber subscriber) {
    var change = new Removal(subscriber);
    apply(pattern, change);
    return change.done;
  }

  private void apply(Pattern pattern, UnaryOperator<@Nullable Listeners> change) {
    int length = pattern.literalLength();
    switch (pattern.kind()) {
      case EXACT -> exact.compute(pattern.text(), length, change);
      case PREFIX -> prefixes.compute(pattern.text(), length, change);
      case GLOB ->
          globs.compute(
              pattern.text(),
              length,
              bucket -> {
                GlobBucket changed = bucket == null ? new GlobBucket() : bucket;
                changed.compute(pattern, change);
                return changed.isEmpty() ? null : changed;
              });
    }
  }

  public List<Subscriber> to(Address address) {
    String text = address.value();
    var selection = new MatchedSubscribers(++selections);
    long hash = 0;
    for (int length = 0; ; length++) {
      if (prefixes.hasLength(length)) {
        Listeners listeners = prefixes.get(text, length, hash);
        if (listeners != null) {
          listeners.addTo(selection);
        }
      }
      if (globs.hasLength(length)) {
        GlobBucket bucket = globs.get(text, length, hash);
        if (bucket != null) {
          bucket.select(text, selection);
        }
      }
      if (length == text.length()) {
        break;
      }
      hash = exact.extend(hash, text.charAt(length));
    }
    Listeners listeners = exact.get(text, text.length(), hash);
    if (listeners != null) {
      listeners.addTo(selection);
    }
    return selection.chosen();
  }

  private static final class Addition implements UnaryOperator<@Nullable Listeners> {
    private final Subscriber subscriber;
    private boolean done;

    Addition(Subscriber subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public @Nullable Listeners apply(@Nullable Listeners before) {
      done = before == null || !before.has(subscriber);
      if (before == null) {
        return subscriber;
      }
      return done ? before.with(subscriber) : before;
    }
  }

  private static final class Removal implements UnaryOperator<@Nullable Listeners> {
    private final Subscriber subscriber;
    private boolean done;

    Removal(Subscriber subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public @Nullable Listeners apply(@Nullable Listeners before) {
      done = before != null && before.has(subscriber);
      return before == null ? null : done ? before.without(subscriber) : before;
    }
  }
}
