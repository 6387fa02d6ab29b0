package bub.channel;

import bub.channel.store.ChatLine;
import bub.protocol.message.ChatId;
import java.io.IOException;

/**
 * The person's side of a channel. Calls for one chat come one at a time and in order; those for
 * different chats at the same time, each on a virtual thread: they may block.
 */
public interface ChatEdge {

  /**
   * Shows what an agent said, or what the house itself has to tell. It is on disk until this
   * returns {@code Done} or {@code Never}; {@code Later} and an exception mean another attempt,
   * with growing waits, for as long as the house is patient. A long line may be shown part by part:
   * {@code Partly} brings it again at once, and it knows how much of it is shown. Only a crash
   * between the return and the note of it on disk can bring the same line, or part, again; then it
   * has the same number.
   */
  DisplayResult show(ChatId chat, ChatLine line) throws IOException, InterruptedException;

  /** Called before an answer is shown that only says that there is none, perhaps repeatedly. */
  default void answerFailed(ChatId chat) {}

  /** Shows what is going on. Tried once: what fails is logged and forgotten. */
  void progress(ChatId chat, ChatProgress progress) throws IOException, InterruptedException;
}
