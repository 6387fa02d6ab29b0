package bub.channel.store;

import org.jspecify.annotations.Nullable;

/**
 * What is still to be done for a person.
 *
 * @param toDeliver the oldest message that no agent has taken
 * @param unanswered the oldest message that an agent has taken and not answered
 */
public record UnfinishedWork(
    @Nullable QueuedMessage toDeliver, @Nullable QueuedMessage unanswered) {

  /** What was typed first of it, or null when nothing is left to do. */
  public @Nullable QueuedMessage oldest() {
    if (toDeliver == null || unanswered == null) {
      return toDeliver == null ? unanswered : toDeliver;
    }
    return toDeliver.number() < unanswered.number() ? toDeliver : unanswered;
  }
}
