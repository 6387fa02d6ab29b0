package bub.channel.terminal;

import bub.channel.ChannelFacts;
import bub.channel.ChatHouse;
import bub.channel.Standing;
import bub.channel.store.Backlog;
import bub.protocol.message.ChatId;
import java.io.IOException;

/** What a person can ask of the terminal itself. */
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

  private final ChatHouse house;
  private final ChatId chat;

  SlashCommands(ChatHouse house, ChatId chat) {
    this.house = house;
    this.chat = chat;
  }

  static boolean isCommand(String line) {
    return line.startsWith("/");
  }

  static boolean isQuit(String line) {
    return line.equals("/quit") || line.equals("/exit");
  }

  /** What there is to say to a command. */
  String answer(String line) throws IOException, InterruptedException {
    return switch (line) {
      case "/help", "/?" -> HELP;
      case "/agent" -> house.describeAgent(chat);
      case "/status" -> status(house.standing(chat));
      case "/reset" -> ask("reset");
      default -> line + " is no command. /help lists them.";
    };
  }

  private String status(Standing standing) throws IOException, InterruptedException {
    Backlog backlog = standing.backlog();
    return "%s: %s; %d to deliver, %d to be answered\n%s"
        .formatted(
            ChannelFacts.TERMINAL.address(chat),
            standing.stage().words(),
            backlog.toDeliver(),
            backlog.unanswered(),
            ask("status"));
  }

  private String ask(String command) throws IOException, InterruptedException {
    return house.command(chat, command).words();
  }
}
