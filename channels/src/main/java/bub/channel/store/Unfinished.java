package bub.channel.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is still to be done for a person.
 *
 * @param toDeliver the oldest message that no agent has taken
 * @param unanswered the oldest message that an agent has taken and not answered
 */
public record Unfinished(@Nullable Queued toDeliver, @Nullable Queued unanswered) {

  /** When the oldest of it was typed, or null when nothing is left to do. */
  public @Nullable Instant since() {
    if (toDeliver == null || unanswered == null) {
      Queued only = toDeliver == null ? unanswered : toDeliver;
      return only == null ? null : only.typedAt();
    }
    return toDeliver.number() < unanswered.number() ? toDeliver.typedAt() : unanswered.typedAt();
  }
}
