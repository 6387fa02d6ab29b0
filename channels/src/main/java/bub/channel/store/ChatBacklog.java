package bub.channel.store;

/**
 * Amount of unfinished work in a chat.
 *
 * @param toDeliver messages that no agent has accepted yet
 * @param unanswered messages that an agent has accepted and not answered
 * @param unshown lines that the person has not seen yet
 */
public record ChatBacklog(int toDeliver, int unanswered, int unshown) {

  public boolean isEmpty() {
    return toDeliver + unanswered + unshown == 0;
  }
}
