package bub.bus.deliver;

import bub.bus.activity.event.Trail.Status;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Number of deliveries per outcome since the start. Hub thread only. */
public final class DeliveryCounters {

  private static final class Count {
    private long value;
  }

  private final Map<Status, Count> counts = new EnumMap<>(Status.class);

  public DeliveryCounters() {
    for (Status status : Status.values()) {
      counts.put(status, new Count());
    }
  }

  @SuppressWarnings("NullAway") // the constructor creates a count for every status
  void count(Status status) {
    counts.get(status).value++;
  }

  public Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    counts.forEach(
        (status, count) -> figures.put("deliveries_" + status.word() + "_total", count.value));
    return figures;
  }
}
