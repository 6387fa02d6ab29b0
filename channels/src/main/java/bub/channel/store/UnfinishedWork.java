package bub.channel.store;

import org.jspecify.annotations.Nullable;

/** Oldest message that no agent has accepted, and oldest accepted one without an answer. */
public record UnfinishedWork(
    @Nullable QueuedMessage toDeliver, @Nullable QueuedMessage unanswered) {

  /** Null when no work is left. */
  public @Nullable QueuedMessage oldest() {
    if (toDeliver == null || unanswered == null) {
      return toDeliver == null ? unanswered : toDeliver;
    }
    return toDeliver.number() < unanswered.number() ? toDeliver : unanswered;
  }
}
