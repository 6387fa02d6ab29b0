package bub.cli.budget;

import bub.cli.connect.CallerOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.protocol.budget.BudgetLimit;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.budget.BudgetStatus;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub budget show}: shows each budget and its use. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows each budget, what is used of it, and when it resets.",
    footer = {
      "",
      "A reserved amount belongs to a call that is under way. The call counts with this",
      "estimate until its real use is known, even if its agent is killed."
    })
final class BudgetShowCommand implements Callable<Integer> {
  private static final DateTimeFormatter RESET =
      DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);
  private static final int TRACE_DIGITS = 12;

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--json", description = "Print the budgets as JSON.")
  private boolean json;

  BudgetShowCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BudgetStatus status;
    try (BusClient client = bus.connect()) {
      status = new BudgetQueries(client).ask(new BudgetRequest.Query(), BudgetStatus::read);
    }
    if (json) {
      screen.line(status.toRaw().toString());
      return ExitCodes.OK;
    }
    if (status.budgets().isEmpty() && status.warnings().isEmpty()) {
      screen.line("There are no budgets.");
      screen.hint("To set one:  bub budget set 'agent:*' 5usd/day");
    }
    status.budgets().forEach(this::show);
    status.warnings().forEach(screen::problem);
    return ExitCodes.OK;
  }

  private void show(BudgetStatus.Row row) {
    String budget = "%-20s  %-18s".formatted(row.budget().target(), row.budget().limit());
    screen.line("  " + screen.bold(Screen.oneLine(budget)) + Screen.oneLine("  " + use(row)));
  }

  private static String use(BudgetStatus.Row row) {
    BudgetLimit limit = row.budget().limit();
    BudgetLimit.Unit unit = limit.unit();
    if (row.subject() == null) {
      return "nothing used";
    }
    long all = row.used() + row.reserved();
    long percent = limit.amount() == 0 ? 100 : Math.round(all * 100.0 / limit.amount());
    return name(row)
        + unit.words(row.used())
        + " used"
        + (row.reserved() == 0 ? "" : ", " + unit.words(row.reserved()) + " reserved")
        + " ("
        + percent
        + " %)"
        + (row.resetsAt() == null
            ? ""
            : ", resets " + RESET.format(row.resetsAt().atZone(ZoneId.systemDefault())));
  }

  private static String name(BudgetStatus.Row row) {
    String subject = String.valueOf(row.subject());
    if (row.budget().limit().period() == BudgetLimit.Period.TURN) {
      int shown = Math.min(TRACE_DIGITS, subject.length());
      return "turn " + subject.substring(0, shown) + "…  ";
    }
    return subject.equals(row.budget().target().text()) ? "" : subject + "  ";
  }
}
