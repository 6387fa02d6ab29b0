package bub.channel.terminal;

import bub.channel.ChannelDescription;
import bub.channel.ChatEdge;
import bub.channel.ChatProgress;
import bub.channel.ChatService;
import bub.channel.DisplayResult;
import bub.channel.IntakeResult;
import bub.channel.store.ChatLine;
import bub.protocol.ProgramName;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;

/** Chat edge for pipes: lines in, answers out in order, notices to the error output. */
final class PipedChat implements ChatEdge {
  // Below the limit of unanswered messages, so that a fast writer waits instead of being refused.
  private static final int MAX_UNANSWERED = 500;

  private final PrintWriter out;
  private final PrintWriter err;
  private final Runnable hangUp;
  private volatile boolean failed;
  private volatile boolean unheard;

  /** {@code hangUp} ends the wait for answers after the output is closed. */
  PipedChat(PrintWriter out, PrintWriter err, Runnable hangUp) {
    this.out = out;
    this.err = err;
    this.hangUp = hangUp;
  }

  boolean isUnheard() {
    return unheard;
  }

  ChatEnding run(
      BufferedReader in, ChatService chats, ChatId chat, String user, Duration answerWithin)
      throws IOException, InterruptedException {
    int unanswered = 0;
    for (String line = in.readLine(); line != null && !unheard; line = in.readLine()) {
      if (!line.isBlank()) {
        take(chats, chat, ChatMessage.of(line, user, ChannelDescription.TERMINAL.channel()));
        unanswered++;
      }
      if (unanswered == MAX_UNANSWERED) {
        chats.awaitQuiet(chat, answerWithin);
        unanswered = 0;
      }
    }
    if (!chats.awaitQuiet(chat, answerWithin) && !unheard) {
      fail("Some messages have no answer yet. Run bub chat again to get the answers.");
    }
    return failed ? ChatEnding.UNANSWERED : ChatEnding.DONE;
  }

  private void take(ChatService chats, ChatId chat, ChatMessage said)
      throws IOException, InterruptedException {
    if (chats.take(chat, said) instanceof IntakeResult.Refused(String reason)) {
      fail("Your message was refused: " + reason + ".");
    }
  }

  private void fail(String why) {
    failed = true;
    tell(why);
  }

  private void tell(String news) {
    err.println(ProgramName.current().in(SafeChatText.line(news)));
    err.flush();
  }

  @Override
  public DisplayResult show(ChatId chat, ChatLine line) {
    switch (line.speaker()) {
      case AGENT, HUMAN -> {
        out.println(SafeChatText.lines(line.text()));
        if (out.checkError()) {
          return unheard();
        }
      }
      case HOUSE -> fail(line.text());
      case OPERATOR -> tell(line.operator() + ": " + line.text());
    }
    return new DisplayResult.Done();
  }

  @Override
  public void answerFailed(ChatId chat) {
    failed = true;
  }

  /** The next run prints the unread answers. */
  private DisplayResult unheard() {
    if (!unheard) {
      fail("The output is closed. Run bub chat again to get the answers.");
      unheard = true;
      hangUp.run();
    }
    return new DisplayResult.Later(Duration.ZERO, "the output is closed");
  }

  @Override
  public void progress(ChatId chat, ChatProgress progress) {
    if (progress instanceof ChatProgress.Delayed(String reason)) {
      tell("Please wait: " + reason + ".");
    }
  }
}
