package bub.channel.terminal;

import bub.channel.ChannelDescription;
import bub.channel.ChatService;
import bub.channel.IntakeResult;
import bub.channel.store.ChatLine;
import bub.client.ClientState;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.io.IOException;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.UserInterruptException;
import org.jspecify.annotations.Nullable;

/** Conversation with a person who types in a terminal. Runs on the person's thread. */
final class TerminalConversation {
  private static final int RECALLED = 10;

  private final ChatReader reader;
  private final ChatService chats;
  private final ChatId chat;
  private final String user;
  private final SlashCommands commands;
  private final Thread thread = Thread.currentThread();
  private volatile @Nullable String end;
  private volatile boolean over;
  private volatile boolean offline;

  TerminalConversation(ChatReader reader, ChatService chats, ChatId chat, String user) {
    this.reader = reader;
    this.chats = chats;
    this.chat = chat;
    this.user = user;
    this.commands = new SlashCommands(chats, chat);
  }

  void recall() throws IOException, InterruptedException {
    List<ChatLine> past = chats.history(chat, RECALLED);
    if (past.isEmpty()) {
      reader.mention(TerminalStyle.faint(SlashCommands.GREETING));
    }
    for (ChatLine line : past) {
      reader.mention(TerminalStyle.past(line));
    }
  }

  void follow(ClientState state) {
    switch (state) {
      case ClientState.Connecting _ -> {}
      case ClientState.Connected _ -> {
        if (offline) {
          reader.mention(TerminalStyle.faint("Connected."));
        }
        offline = false;
      }
      case ClientState.Waiting waiting -> {
        if (!offline) {
          String cause = SafeChatText.line(waiting.cause());
          reader.mention(
              TerminalStyle.faint("Not connected: " + cause + ". Your messages are saved."));
        }
        offline = true;
      }
      case ClientState.Stopped(String reason) -> {
        if (!over) {
          end = reason;
          thread.interrupt();
        }
      }
    }
  }

  ChatEnding converse() throws InterruptedException {
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
      return ChatEnding.DONE;
    }
    Thread.interrupted(); // the interrupt has ended the read
    reader.mention(TerminalStyle.faint("Disconnected: " + SafeChatText.line(end) + "."));
    return ChatEnding.UNAVAILABLE;
  }

  /** Returns false when the person leaves. */
  private boolean takeNext() throws InterruptedException {
    String line;
    try {
      line = reader.readLine(TerminalStyle.PROMPT);
    } catch (UserInterruptException interrupted) {
      // The first Ctrl-C discards the typed line, the next one leaves.
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
          TerminalStyle.faint(
              "The chat cannot be saved: "
                  + SafeChatText.line(String.valueOf(broken.getMessage()))
                  + "."));
    }
    return true;
  }

  private void take(String line) throws IOException, InterruptedException {
    if (line.isBlank()) {
      return;
    }
    if (SlashCommands.isCommand(line)) {
      reader.mention(TerminalStyle.faint(SafeChatText.lines(commands.answer(line.strip()))));
      return;
    }
    var said = ChatMessage.of(line.strip(), user, ChannelDescription.TERMINAL.channel());
    if (chats.take(chat, said) instanceof IntakeResult.Refused(String reason)) {
      reader.mention(
          TerminalStyle.faint("Your message was refused: " + SafeChatText.line(reason) + "."));
    }
  }
}
