package bub.channel.telegram.store;

import org.jspecify.annotations.Nullable;

/**
 * A Telegram message that shows an answer in progress.
 *
 * @param chat Telegram's number of the chat
 * @param answers id of the message that it answers
 * @param line number of the chat line; null until the answer is complete
 */
public record Draft(String chat, long messageId, String answers, @Nullable Long line) {

  public boolean isOpen() {
    return line == null;
  }

  public Draft completedBy(long number) {
    return new Draft(chat, messageId, answers, number);
  }
}
