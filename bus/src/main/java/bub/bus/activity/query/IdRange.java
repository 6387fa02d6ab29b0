package bub.bus.activity.query;

import bub.bus.activity.file.LogArchive;
import bub.protocol.ActivityFilter;

/** Range of event ids that a query covers, both ends included. */
record IdRange(long low, long high) {
  private static final long MAX = Long.MAX_VALUE - 1;

  static IdRange of(ActivityFilter filter) {
    Long after = filter.afterId();
    Long before = filter.beforeId();
    long low = after == null ? 1 : Math.max(1, Math.min(after, MAX) + 1);
    return new IdRange(low, before == null ? MAX : Math.clamp(before, 1, MAX) - 1);
  }

  boolean isEmpty() {
    return low > high;
  }

  boolean contains(long id) {
    return id >= low && id <= high;
  }

  IdRange below(long id) {
    return new IdRange(low, Math.min(high, id - 1));
  }

  IdRange above(long id) {
    return new IdRange(Math.max(low, id + 1), high);
  }

  IdRange within(LogArchive archive) {
    return below(archive.lastId() + 1).above(archive.firstId() - 1);
  }
}
