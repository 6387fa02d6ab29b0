package bub.cli.budget;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.option.ValidText.PatternText;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.protocol.Pattern;
import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub budget set}: sets a budget, which takes effect at once. */
@Command(
    name = "set",
    mixinStandardHelpOptions = true,
    description = "Sets a budget for agents, for chats, or for all agents together.",
    footer = {
      "",
      "A pattern gives each agent or chat that it matches a budget of its own. The word",
      "total gives all agents one budget together. A running bub applies it at once.",
      "",
      "Examples:",
      "",
      "  bub budget set 'agent:*' 5usd/day              # each agent",
      "  bub budget set 'tg:*' '200k tokens/turn'       # each message from Telegram",
      "  bub budget set total '1000 calls/day'          # all agents together"
    })
final class BudgetSetCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      index = "0",
      paramLabel = "TARGET",
      converter = PatternText.class,
      description = "Address or pattern of agents or chats, or the word total.")
  private String target = "";

  @Parameters(
      index = "1",
      paramLabel = "LIMIT",
      converter = LimitText.class,
      description = "Amount per day or turn: 5usd/day, '200k tokens/turn', '9 calls/day'.")
  private BudgetLimit limit = new BudgetLimit(0, BudgetLimit.Unit.USD, BudgetLimit.Period.DAY);

  BudgetSetCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories where = directories.resolve();
    where.create();
    var budget = new Budget(Pattern.of(target), limit);
    var file = BudgetsFile.in(where.state());
    file.update(rules -> rules.with(budget));
    screen.line("Set " + limit.words() + " for " + Screen.oneLine(target) + ".");
    Budget stricter = budget.strictest(file.read().budgets());
    if (stricter != null) {
      screen.hint(
          "It has no effect: %s for %s is stricter."
              .formatted(stricter.limit(), stricter.target()));
    }
    screen.hint("To see what is used:  bub budget show");
    return ExitCodes.OK;
  }
}
