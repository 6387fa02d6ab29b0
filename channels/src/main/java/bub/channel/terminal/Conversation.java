package bub.channel.terminal;

import bub.channel.ChannelFacts;
import bub.channel.ChatHouse;
import bub.channel.Taken;
import bub.channel.store.Line;
import bub.client.State;
import bub.protocol.message.ChatId;
import bub.protocol.message.TgMessage;
import java.io.IOException;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.UserInterruptException;
import org.jspecify.annotations.Nullable;

/** A person who types in a terminal, line by line. Runs on the person's thread. */
final class Conversation {
  private static final int RECALLED = 10;

  private final ChatReader reader;
  private final ChatHouse house;
  private final ChatId chat;
  private final String user;
  private final SlashCommands commands;
  private final Thread thread = Thread.currentThread();
  private volatile @Nullable String end;
  private volatile boolean over;
  private volatile boolean offline;

  Conversation(ChatReader reader, ChatHouse house, ChatId chat, String user) {
    this.reader = reader;
    this.house = house;
    this.chat = chat;
    this.user = user;
    this.commands = new SlashCommands(house, chat);
  }

  /** What was said last, so that the person finds the thread again; a word to whoever is new. */
  void recall() throws IOException, InterruptedException {
    List<Line> past = house.history(chat, RECALLED);
    if (past.isEmpty()) {
      reader.mention(Style.faint(SlashCommands.GREETING));
    }
    for (Line line : past) {
      reader.mention(Style.past(line));
    }
  }

  /** Tells the person when the bus comes and goes, and ends it when it is gone for good. */
  void follow(State state) {
    switch (state) {
      case State.Connecting _ -> {}
      case State.Connected _ -> {
        if (offline) {
          reader.mention(Style.faint("connected"));
        }
        offline = false;
      }
      case State.Waiting waiting -> {
        if (!offline) {
          String cause = SafeText.line(waiting.cause());
          reader.mention(Style.faint("no bus: " + cause + "; what you say is kept meanwhile"));
        }
        offline = true;
      }
      case State.Stopped(String reason) -> {
        if (!over) {
          end = reason;
          thread.interrupt();
        }
      }
    }
  }

  /** Returns when the person leaves, or when the bus is gone for good. */
  Ending converse() throws InterruptedException {
    try {
      while (end == null && takeNext()) {}
    } catch (InterruptedException interrupted) {
      if (end == null) {
        throw interrupted;
      }
    } finally {
      over = true;
    }
    if (end == null) {
      return Ending.DONE;
    }
    Thread.interrupted(); // it did its duty
    reader.mention(Style.faint("no bus any more: " + SafeText.line(end)));
    return Ending.UNAVAILABLE;
  }

  /** False when the person leaves. */
  private boolean takeNext() throws InterruptedException {
    String line;
    try {
      line = reader.readLine(Style.PROMPT);
    } catch (UserInterruptException interrupted) {
      // The first Ctrl-C throws away what was typed, the next one leaves.
      return !interrupted.getPartialLine().isEmpty();
    } catch (EndOfFileException left) {
      return false;
    }
    if (SlashCommands.isQuit(line.strip())) {
      return false;
    }
    try {
      take(line);
    } catch (IOException broken) {
      reader.mention(
          Style.faint("not kept: " + SafeText.line(String.valueOf(broken.getMessage()))));
    }
    return true;
  }

  private void take(String line) throws IOException, InterruptedException {
    if (line.isBlank()) {
      return;
    }
    if (SlashCommands.isCommand(line)) {
      reader.mention(Style.faint(SafeText.lines(commands.answer(line.strip()))));
      return;
    }
    var said = TgMessage.of(line.strip(), user, ChannelFacts.TERMINAL.channel());
    if (house.take(chat, said) instanceof Taken.Refused(String reason)) {
      reader.mention(Style.faint("not taken: " + SafeText.line(reason)));
    }
  }
}
