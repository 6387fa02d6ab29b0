package bub.channel.telegram;

import bub.channel.ChatService;
import bub.channel.telegram.api.BotCommand;
import bub.channel.telegram.api.TelegramMessage;
import bub.channel.telegram.api.TelegramUser;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Commands that the bot itself answers. */
final class BotCommands {
  static final List<BotCommand> MENU =
      List.of(
          new BotCommand("start", "Show a welcome message"),
          new BotCommand("help", "List the commands"),
          new BotCommand("status", "Show the status of this chat and your agent"),
          new BotCommand("reset", "Make your agent forget this conversation"),
          new BotCommand("agent", "Show your agent and whether it is connected"),
          new BotCommand("stop", "Stop your agent's current work"),
          new BotCommand("continue", "Continue a turn that reached a limit"));

  private static final Pattern FORM = Pattern.compile("/([A-Za-z0-9_]{1,32})(?:@(\\w+))?(?=\\s|$)");

  private final TelegramUser me;
  private final ChatService chats;

  BotCommands(TelegramUser me, ChatService chats) {
    this.me = me;
    this.chats = chats;
  }

  record Command(String name, boolean isForMe, boolean isKnown) {}

  @Nullable Command in(TelegramMessage message) {
    String text = message.text();
    Matcher form = FORM.matcher(text == null || message.origin() != null ? "" : text);
    if (!form.lookingAt()) {
      return null;
    }
    String name = form.group(1).toLowerCase(Locale.ROOT);
    String bot = form.group(2);
    return new Command(
        name,
        bot == null || bot.equalsIgnoreCase(me.username()),
        MENU.stream().anyMatch(command -> command.name().equals(name)));
  }

  String answer(String name, ChatId chat) throws IOException, InterruptedException {
    return switch (name) {
      case "start" ->
          "Hello! Send a message and your agent answers. Send /help to list the commands.";
      case "help" -> help();
      case "status" -> status(chat);
      case "agent" -> chats.describeAgent(chat);
      case "reset" -> chats.command(chat, "reset").words();
      case "stop" -> chats.stop(chat).words();
      case "continue" -> chats.continueTurn(chat).words();
      default -> "/" + name + " is not a command. Send /help to list the commands.";
    };
  }

  private static String help() {
    return MENU.stream()
            .map(command -> "/" + command.name() + ": " + command.description())
            .collect(Collectors.joining("\n"))
        + "\n\nEverything else that you send goes to your agent, including files."
        + " In a group, mention me or reply to me.";
  }

  private String status(ChatId chat) throws IOException, InterruptedException {
    return StatusText.of(chats.status(chat), chats.agentStatus(chat));
  }
}
