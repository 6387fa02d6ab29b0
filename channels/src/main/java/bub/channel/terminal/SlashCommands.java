package bub.channel.terminal;

import bub.channel.ChannelDescription;
import bub.channel.ChatService;
import bub.channel.ChatStatus;
import bub.channel.store.ChatBacklog;
import bub.protocol.message.ChatId;
import java.io.IOException;

/** Commands that the terminal itself answers. */
final class SlashCommands {
  static final String GREETING =
      "Type a message and an agent answers. Type /help to list the commands.";

  private static final String HELP =
      """
      /status   Show the status of this chat and your agent
      /agent    Show your agent and whether it is connected
      /stop     Stop your agent's current work
      /continue Continue a turn that reached a limit
      /reset    Make your agent forget this conversation
      /quit     Leave the chat; later answers appear when you come back
      To continue on the next line, end a line with \\ or press Alt-Enter.
      To send a message that begins with a slash, type a space first.\
      """;

  private final ChatService chats;
  private final ChatId chat;

  SlashCommands(ChatService chats, ChatId chat) {
    this.chats = chats;
    this.chat = chat;
  }

  static boolean isCommand(String line) {
    return line.startsWith("/");
  }

  static boolean isQuit(String line) {
    return line.equals("/quit") || line.equals("/exit");
  }

  String answer(String line) throws IOException, InterruptedException {
    return switch (line) {
      case "/help", "/?" -> HELP;
      case "/agent" -> chats.describeAgent(chat);
      case "/status" -> status(chats.status(chat));
      case "/reset" -> ask("reset");
      case "/stop" -> chats.stop(chat).words();
      case "/continue" -> chats.continueTurn(chat).words();
      default -> line + " is not a command. Type /help to list the commands.";
    };
  }

  private String status(ChatStatus status) throws IOException, InterruptedException {
    ChatBacklog backlog = status.backlog();
    return "%s: %s Messages to deliver: %d, unanswered: %d.\n%s"
        .formatted(
            ChannelDescription.TERMINAL.address(chat),
            status.stage().words(),
            backlog.toDeliver(),
            backlog.unanswered(),
            ask("status"));
  }

  private String ask(String command) throws IOException, InterruptedException {
    return chats.command(chat, command).words();
  }
}
