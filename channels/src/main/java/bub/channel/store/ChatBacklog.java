package bub.channel.store;

/** Counts of unaccepted messages, of accepted but unanswered ones, and of unshown lines. */
public record ChatBacklog(int toDeliver, int unanswered, int unshown) {

  public boolean isEmpty() {
    return toDeliver + unanswered + unshown == 0;
  }
}
