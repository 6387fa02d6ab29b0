package bub.cli;

import bub.cli.option.Spelling;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explanations of an invalid command line. */
final class UsageErrors {
  // Wording of picocli, which has no separate exception for this case.
  private static final String MISSING_SUBCOMMAND = "Missing required subcommand";

  private UsageErrors() {}

  static int explain(Screen screen, ParameterException wrong) {
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    if (wrong instanceof UnmatchedArgumentException unmatched) {
      explainUnmatched(screen, command, unmatched.getUnmatched().getFirst());
    } else if (isMissingSubcommand(wrong, command)) {
      wrong.getCommandLine().usage(screen.errorWriter());
      return ExitCodes.USAGE;
    } else {
      screen.problem(String.valueOf(wrong.getMessage()));
    }
    screen.hint("For help:  " + command.qualifiedName() + " --help");
    return ExitCodes.USAGE;
  }

  private static boolean isMissingSubcommand(ParameterException wrong, CommandSpec command) {
    return !HelpPage.isRunnable(command) && MISSING_SUBCOMMAND.equals(wrong.getMessage());
  }

  private static void explainUnmatched(Screen screen, CommandSpec command, String word) {
    String meant;
    if (word.startsWith("-")) {
      screen.problem("Unknown option: '" + word + "'");
      meant = Spelling.nearest(word.replaceFirst("=.*", ""), optionNames(command));
    } else if (command.subcommands().isEmpty()) {
      screen.problem("Unexpected argument: '" + word + "'");
      return;
    } else {
      screen.problem("'" + word + "' is not a command of " + command.qualifiedName() + ".");
      meant = nearestCommand(command, word);
    }
    if (meant != null) {
      screen.hint("Did you mean '" + meant + "'?");
    }
  }

  private static List<String> optionNames(CommandSpec command) {
    var names = new ArrayList<String>();
    command.options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> names.addAll(List.of(option.names())));
    return names;
  }

  /** Returns a similar subcommand, or else a similar command anywhere in bub. */
  private static @Nullable String nearestCommand(CommandSpec command, String word) {
    Map<String, String> own = new TreeMap<>();
    addCommands(own, command, false);
    String name = Spelling.nearest(word, own.keySet());
    if (name != null) {
      return own.get(name);
    }
    Map<String, String> all = new TreeMap<>();
    addCommands(all, command.root(), true);
    String elsewhere = Spelling.nearest(word, all.keySet());
    return elsewhere == null ? null : all.get(elsewhere);
  }

  private static void addCommands(Map<String, String> names, CommandSpec parent, boolean deep) {
    for (CommandLine child : parent.subcommands().values()) {
      CommandSpec command = child.getCommandSpec();
      if (!command.usageMessage().hidden()) {
        names.putIfAbsent(command.name(), command.qualifiedName());
      }
      if (deep) {
        addCommands(names, command, true);
      }
    }
  }
}
