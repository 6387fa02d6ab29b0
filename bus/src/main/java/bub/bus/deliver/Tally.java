package bub.bus.deliver;

import bub.bus.activity.Trail.Status;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** How many deliveries ended how, since the start. Hub thread only. */
public final class Tally {

  private static final class Count {
    private long value;
  }

  private final Map<Status, Count> counts = new EnumMap<>(Status.class);

  public Tally() {
    for (Status status : Status.values()) {
      counts.put(status, new Count());
    }
  }

  @SuppressWarnings("NullAway") // every status has a count from the beginning
  void count(Status status) {
    counts.get(status).value++;
  }

  public void forEach(BiConsumer<Status, Long> visitor) {
    counts.forEach((status, count) -> visitor.accept(status, count.value));
  }
}
