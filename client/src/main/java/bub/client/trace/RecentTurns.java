package bub.client.trace;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns of a period, newest first.
 *
 * @param cutAt time of the oldest event that was read; null when the whole period was read
 */
public record RecentTurns(List<TurnSummary> turns, @Nullable Instant cutAt) {
  public RecentTurns {
    turns = List.copyOf(turns);
  }
}
