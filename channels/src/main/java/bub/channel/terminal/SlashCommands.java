package bub.channel.terminal;

import bub.channel.ChannelDescription;
import bub.channel.ChatService;
import bub.channel.ChatStatus;
import bub.channel.store.ChatBacklog;
import bub.protocol.message.ChatId;
import java.io.IOException;

/** Commands that the terminal itself answers. */
final class SlashCommands {
  static final String GREETING = "Say something, and an agent answers. /help tells more.";

  private static final String HELP =
      """
      /status   how things are, here and with your agent
      /agent    who your agent is, and whether it is connected
      /reset    makes your agent forget this conversation
      /quit     leaves; what is unanswered will be here when you come back
      A line that ends in \\, or Alt-Enter, goes on in the next line. Begin with a space to say
      something that looks like a command.\
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

  /** Returns the answer to a command. */
  String answer(String line) throws IOException, InterruptedException {
    return switch (line) {
      case "/help", "/?" -> HELP;
      case "/agent" -> chats.describeAgent(chat);
      case "/status" -> status(chats.status(chat));
      case "/reset" -> ask("reset");
      default -> line + " is no command. /help lists them.";
    };
  }

  private String status(ChatStatus status) throws IOException, InterruptedException {
    ChatBacklog backlog = status.backlog();
    return "%s: %s; %d to deliver, %d to be answered\n%s"
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
