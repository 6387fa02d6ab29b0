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
  private volatile boolean failed;

  Pipe(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /** Reads to the end, and waits for the answers. */
  Ending run(BufferedReader in, ChatHouse house, ChatId chat, String user, Duration answerWithin)
      throws IOException, InterruptedException {
    int unanswered = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.isBlank()) {
        take(house, chat, TgMessage.of(line, user, ChannelFacts.TERMINAL.channel()));
        unanswered++;
      }
      if (unanswered == MAX_UNANSWERED) {
        house.awaitQuiet(chat, answerWithin);
        unanswered = 0;
      }
    }
    if (!house.awaitQuiet(chat, answerWithin)) {
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
  public Shown show(ChatId chat, Line line) throws IOException {
    switch (line.speaker()) {
      case AGENT, HUMAN -> {
        out.println(SafeText.lines(line.text()));
        if (out.checkError()) {
          throw new IOException("nobody reads the answers");
        }
      }
      case HOUSE -> fail(line.text());
    }
    return new Shown.Done();
  }

  @Override
  public void progress(ChatId chat, Progress progress) {
    if (progress instanceof Progress.Delayed(String reason)) {
      tell("one moment: " + reason);
    }
  }
}
