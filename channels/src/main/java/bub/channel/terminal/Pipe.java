package bub.channel.terminal;

import bub.channel.ChannelFacts;
import bub.channel.ChatHouse;
import bub.channel.Edge;
import bub.channel.Progress;
import bub.channel.Shown;
import bub.channel.Taken;
import bub.channel.store.Line;
import bub.protocol.message.ChatId;
import bub.protocol.message.TgMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * A program in a person's place: each line it writes is a message, the answers come in order and
 * nothing else comes with them. What a person should know goes to the other writer.
 */
final class Pipe implements Edge {
  // Below what a chat may have unanswered: a fast writer waits instead of being refused.
  private static final int MAX_UNANSWERED = 500;

  private final PrintWriter out;
  private final PrintWriter err;
  private final Runnable hangUp;
  private volatile boolean failed;
  private volatile boolean unheard;

  /**
   * @param hangUp ends the wait for answers when nobody reads them any more
   */
  Pipe(PrintWriter out, PrintWriter err, Runnable hangUp) {
    this.out = out;
    this.err = err;
    this.hangUp = hangUp;
  }

  boolean isUnheard() {
    return unheard;
  }

  /** Reads to the end, and waits for the answers, unless nobody reads them any more. */
  Ending run(BufferedReader in, ChatHouse house, ChatId chat, String user, Duration answerWithin)
      throws IOException, InterruptedException {
    int unanswered = 0;
    for (String line = in.readLine(); line != null && !unheard; line = in.readLine()) {
      if (!line.isBlank()) {
        take(house, chat, TgMessage.of(line, user, ChannelFacts.TERMINAL.channel()));
        unanswered++;
      }
      if (unanswered == MAX_UNANSWERED) {
        house.awaitQuiet(chat, answerWithin);
        unanswered = 0;
      }
    }
    if (!house.awaitQuiet(chat, answerWithin) && !unheard) {
      fail("not everything is answered; it will be, when bub chat runs again");
    }
    return failed ? Ending.UNANSWERED : Ending.DONE;
  }

  private void take(ChatHouse house, ChatId chat, TgMessage said)
      throws IOException, InterruptedException {
    if (house.take(chat, said) instanceof Taken.Refused(String reason)) {
      fail("not taken: " + reason);
    }
  }

  private void fail(String why) {
    failed = true;
    tell(why);
  }

  private void tell(String news) {
    err.println(SafeText.line(news));
    err.flush();
  }

  @Override
  public Shown show(ChatId chat, Line line) {
    switch (line.speaker()) {
      case AGENT, HUMAN -> {
        out.println(SafeText.lines(line.text()));
        if (out.checkError()) {
          return unheard();
        }
      }
      case HOUSE -> fail(line.text());
      case OPERATOR -> tell(line.operator() + ": " + line.text());
    }
    return new Shown.Done();
  }

  @Override
  public void answerFailed(ChatId chat) {
    failed = true;
  }

  /** Whoever read the answers has left; what is not heard stays on disk for the next time. */
  private Shown unheard() {
    if (!unheard) {
      fail("nobody reads the answers; they are kept until bub chat runs again");
      unheard = true;
      hangUp.run();
    }
    return new Shown.Later(Duration.ZERO, "nobody reads the answers");
  }

  @Override
  public void progress(ChatId chat, Progress progress) {
    if (progress instanceof Progress.Delayed(String reason)) {
      tell("one moment: " + reason);
    }
  }
}
