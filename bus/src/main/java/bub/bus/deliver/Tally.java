package bub.bus.deliver;

import bub.bus.activity.Trail.Status;
import java.util.function.BiConsumer;

/** How many deliveries ended how, since the start. Hub thread only. */
public final class Tally {
  private static final Status[] STATUSES = Status.values();

  private final long[] counts = new long[STATUSES.length];

  void count(Status status) {
    counts[status.ordinal()]++;
  }

  public void forEach(BiConsumer<Status, Long> visitor) {
    for (Status status : STATUSES) {
      visitor.accept(status, counts[status.ordinal()]);
    }
  }
}
