package bub.channel.telegram.store;

import org.jspecify.annotations.Nullable;

/**
 * A message that shows an answer while it is being written.
 *
 * @param chat Telegram's number of the chat that it is in
 * @param messageId Telegram's number of it
 * @param answers the id of the message that it answers
 * @param line the number of the line that it has become, once the answer is complete
 */
public record Draft(String chat, long messageId, String answers, @Nullable Long line) {

  public boolean isOpen() {
    return line == null;
  }

  public Draft completedBy(long number) {
    return new Draft(chat, messageId, answers, number);
  }
}
