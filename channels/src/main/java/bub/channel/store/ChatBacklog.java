package bub.channel.store;

/**
 * How much of a chat is unfinished.
 *
 * @param toDeliver typed, and taken by no agent yet
 * @param unanswered taken by an agent, which has not answered yet
 * @param unshown said to the person, who has not seen it yet
 */
public record ChatBacklog(int toDeliver, int unanswered, int unshown) {

  public boolean isEmpty() {
    return toDeliver + unanswered + unshown == 0;
  }
}
