package bub.channel.telegram;

import bub.channel.ChatHouse;
import bub.channel.CommandAnswer;
import bub.channel.telegram.api.BotCommand;
import bub.channel.telegram.api.Message;
import bub.channel.telegram.api.User;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What people can ask of the bot itself. */
final class Commands {
  static final List<BotCommand> MENU =
      List.of(
          new BotCommand("start", "says hello"),
          new BotCommand("help", "tells what can be said here"),
          new BotCommand("status", "how things are, here and with your agent"),
          new BotCommand("reset", "makes your agent forget this conversation"),
          new BotCommand("agent", "who your agent is, and how it is now"),
          new BotCommand("stop", "ends what your agent is doing"));

  private static final Pattern FORM = Pattern.compile("/([A-Za-z0-9_]{1,32})(?:@(\\w+))?(?=\\s|$)");

  private final User me;
  private final ChatHouse house;

  Commands(User me, ChatHouse house) {
    this.me = me;
    this.house = house;
  }

  /** A command, for this bot or for another. */
  record Command(String name, boolean isForMe, boolean isKnown) {}

  @Nullable Command in(Message message) {
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

  /** What there is to say to a command. */
  String answer(String name, ChatId chat) throws IOException, InterruptedException {
    return switch (name) {
      case "start" -> "Hello! Say something, and your agent answers. /help tells more.";
      case "help" -> help();
      case "status" -> status(chat);
      case "agent" -> house.describeAgent(chat);
      case "reset" -> house.command(chat, "reset").words();
      case "stop" -> stop(chat);
      default -> "/" + name + " is no command. /help lists them.";
    };
  }

  private static String help() {
    return MENU.stream()
            .map(command -> "/" + command.name() + ": " + command.description())
            .collect(Collectors.joining("\n"))
        + "\n\nEverything else goes to your agent, files too. In a group, name me or answer me.";
  }

  private String status(ChatId chat) throws IOException, InterruptedException {
    return StatusText.of(house.standing(chat), house.agentStatus(chat));
  }

  private String stop(ChatId chat) throws IOException, InterruptedException {
    return switch (house.stop(chat)) {
      case CommandAnswer.Done _ -> "Stopped. Your next message starts your agent again.";
      case CommandAnswer.NoAgent _ -> "Nobody is working for you.";
      case CommandAnswer answer -> answer.words();
    };
  }
}
