package bub.cli.budget;

import bub.cli.connect.CallerOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.client.BusClient;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.budget.UsageReport;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub budget report}: prints the use of models as CSV. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Prints what each agent used per day, chat and model as CSV.",
    footer = {
      "",
      "The column cost_usd is empty for a model without a price.",
      "",
      "Example:",
      "",
      "  bub budget report --since 30d > usage.csv"
    })
final class BudgetReportCommand implements Callable<Integer> {
  private static final String HEADER = "day,agent,chat,model,calls,tokens_in,tokens_out,cost_usd";

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Report this much time up to now, such as 30d (default: 7d).")
  private Duration since = Duration.ofDays(7);

  BudgetReportCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    LocalDate begin =
        LocalDate.now(ZoneId.systemDefault()).minusDays(Math.min(since.toDays(), 100_000));
    try (BusClient client = bus.connect()) {
      var queries = new BudgetQueries(client);
      screen.line(HEADER);
      long printed = 0;
      boolean hasMore = true;
      while (hasMore) {
        UsageReport page = queries.ask(new BudgetRequest.Report(begin, printed), UsageReport::read);
        page.rows().forEach(row -> screen.line(line(row)));
        printed += page.rows().size();
        hasMore = page.hasMore() && !page.rows().isEmpty();
      }
    }
    return ExitCodes.OK;
  }

  static String line(UsageReport.Row row) {
    return Stream.concat(
            Stream.of(row.day(), row.agent(), row.chat(), row.model())
                .map(BudgetReportCommand::cell),
            List.of(
                String.valueOf(row.calls()),
                String.valueOf(row.tokensIn()),
                String.valueOf(row.tokensOut()),
                cost(row.costUsd()))
                .stream())
        .collect(Collectors.joining(","));
  }

  private static String cost(@Nullable BigDecimal usd) {
    return usd == null ? "" : usd.signum() == 0 ? "0" : usd.stripTrailingZeros().toPlainString();
  }

  /** A spreadsheet runs a cell that begins like a formula, and any agent may choose these texts. */
  private static String cell(String text) {
    String safe = Screen.oneLine(text);
    String inert = safe.matches("[=+@-].*") ? "'" + safe : safe;
    return inert.matches(".*[\",].*") ? '"' + inert.replace("\"", "\"\"") + '"' : inert;
  }
}
