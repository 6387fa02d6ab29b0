package bub.cli.budget;

import bub.cli.connect.DirectoryOptions;
import bub.cli.option.ValidText.PatternText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.protocol.Pattern;
import bub.protocol.budget.BudgetLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub budget unset}: removes the budgets of a target, or one of them. */
@Command(
    name = "unset",
    mixinStandardHelpOptions = true,
    description = "Removes all budgets of a target, or one of them.",
    footer = {
      "",
      "Examples:",
      "",
      "  bub budget unset 'agent:*'",
      "  bub budget unset total 5usd/day"
    })
final class BudgetUnsetCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      index = "0",
      paramLabel = "TARGET",
      converter = PatternText.class,
      description = "Target as it was set, such as 'agent:*' or total.")
  private String target = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "LIMIT",
      converter = LimitText.class,
      description = "Limit to remove (default: all limits of the target).")
  private @Nullable BudgetLimit limit;

  BudgetUnsetCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Path state = directories.resolve().state();
    boolean isRemoved =
        Files.isDirectory(state)
            && BudgetsFile.in(state).update(rules -> rules.without(Pattern.of(target), limit));
    if (!isRemoved) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "There is no such budget for " + target + ".",
          "To list all budgets:  bub budget show");
    }
    screen.line("Removed the budget for " + Screen.oneLine(target) + ".");
    return ExitCodes.OK;
  }
}
