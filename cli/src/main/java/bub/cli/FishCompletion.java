package bub.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion script for the fish shell. */
record FishCompletion(CommandSpec bub) {

  String script() {
    var commands = new ArrayList<CommandSpec>();
    collect(commands, bub);
    var script = new ArrayList<String>();
    script.add("# Completions of bub for fish.");
    script.add("set -g __bub_commands " + quotedNames(commands));
    script.add(
        """
        function __bub_command
            set -l path bub
            for word in (commandline -opc)[2..-1]
                if contains -- "$path $word" $__bub_commands
                    set path "$path $word"
                end
            end
            test "$path" = "$argv"
        end
        complete -c bub -f\
        """);
    for (CommandSpec command : commands) {
      String here = "complete -c bub -n '__bub_command " + command.qualifiedName() + "'";
      for (CommandLine child : command.subcommands().values()) {
        CommandSpec sub = child.getCommandSpec();
        if (!sub.usageMessage().hidden()) {
          script.add(here + " -a " + sub.name() + summary(sub.usageMessage().description()));
        }
      }
      for (OptionSpec option : command.options()) {
        if (!option.hidden()) {
          script.add(here + names(option) + summary(option.description()));
        }
      }
    }
    return String.join("\n", script);
  }

  private static void collect(List<CommandSpec> commands, CommandSpec command) {
    if (!command.usageMessage().hidden()) {
      commands.add(command);
      command.subcommands().values().forEach(child -> collect(commands, child.getCommandSpec()));
    }
  }

  private static String quotedNames(List<CommandSpec> commands) {
    return String.join(
        " ", commands.stream().map(command -> quoted(command.qualifiedName())).toList());
  }

  /** Fish completes values as file names. */
  private static String names(OptionSpec option) {
    var words = new StringBuilder();
    for (String name : option.names()) {
      words.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    return words + (option.arity().max() > 0 ? " -r -F" : "");
  }

  private static String summary(String[] description) {
    return description.length == 0
        ? ""
        : " -d " + quoted(description[0].replace("${DEFAULT-VALUE}", "…").replace("$$", "$"));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
