package bub.channel.store;

import org.jspecify.annotations.Nullable;

/**
 * Unfinished work of a chat.
 *
 * @param toDeliver oldest message that no agent has accepted
 * @param unanswered oldest message that an agent has accepted and not answered
 */
public record UnfinishedWork(
    @Nullable QueuedMessage toDeliver, @Nullable QueuedMessage unanswered) {

  /** Returns the older of the two messages, or null when no work is left. */
  public @Nullable QueuedMessage oldest() {
    if (toDeliver == null || unanswered == null) {
      return toDeliver == null ? unanswered : toDeliver;
    }
    return toDeliver.number() < unanswered.number() ? toDeliver : unanswered;
  }
}
