package bub.cli.budget;

import picocli.CommandLine.Command;

/** {@code bub budget}: limits and shows what agents spend on models. */
@Command(
    name = "budget",
    mixinStandardHelpOptions = true,
    description = {
      "Limits what agents spend on models, and shows what they spent.",
      "A budget is an amount of money, tokens or calls per day or per turn. A turn is all work"
          + " that one message of a person causes, in all agents. If several budgets apply to a"
          + " call, all of them must have room for it."
    },
    footer = {
      "",
      "Examples:",
      "",
      "  bub budget set 'agent:*' 5usd/day",
      "  bub budget set total '200k tokens/turn'",
      "  bub budget show",
      "",
      "Prices of models are built in. To add or change some, write them to prices.json",
      "in the state directory, in USD per million tokens:",
      "",
      "  {\"models\": {\"openai/my-model\": {\"in\": 1.25, \"out\": 10}}}"
    },
    subcommands = {
      BudgetSetCommand.class,
      BudgetUnsetCommand.class,
      BudgetShowCommand.class,
      BudgetReportCommand.class
    })
public final class BudgetCommand {}
