package bub.channel;

import bub.channel.store.ChatLine;
import bub.protocol.message.ChatId;
import java.io.IOException;

/**
 * Side of a channel that faces the person. Calls for one chat come one at a time and in order;
 * calls for different chats may overlap. Each call runs on a virtual thread and may block.
 */
public interface ChatEdge {

  /**
   * Shows a line, which stays on disk until {@code Done} or {@code Never}. After {@code Later} or
   * an exception the chat service retries with growing waits until its time limit. After {@code
   * Partly} it retries at once, with the number of parts already shown. Only a crash can repeat a
   * line or a part, and then with the same number.
   */
  DisplayResult show(ChatId chat, ChatLine line) throws IOException, InterruptedException;

  /** Announces an answer that only reports a failure. May repeat before the answer is shown. */
  default void answerFailed(ChatId chat) {}

  /** Called once per event; a failure is logged and not retried. */
  void progress(ChatId chat, ChatProgress progress) throws IOException, InterruptedException;
}
