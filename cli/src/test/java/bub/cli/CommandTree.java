package bub.cli;

import bub.cli.screen.Screen;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Every visible command of bub, for tests of all commands. */
final class CommandTree {
  private CommandTree() {}

  static List<CommandSpec> visibleCommands() {
    var nowhere = new PrintWriter(Writer.nullWriter());
    var screen = new Screen(nowhere, nowhere, false, false);
    CommandLine bub = Main.commandLine(screen, ConfigFile.empty());
    var commands = new ArrayList<CommandSpec>();
    collect(commands, bub.getCommandSpec());
    return commands;
  }

  private static void collect(List<CommandSpec> commands, CommandSpec command) {
    UsageMessageSpec page = command.usageMessage();
    if (!page.hidden()) {
      commands.add(command);
      command.subcommands().values().forEach(child -> collect(commands, child.getCommandSpec()));
    }
  }

  /** The words that run this command, without "bub". */
  static List<String> words(CommandSpec command) {
    List<String> all = List.of(command.qualifiedName().split(" ", -1));
    return all.subList(1, all.size());
  }
}
