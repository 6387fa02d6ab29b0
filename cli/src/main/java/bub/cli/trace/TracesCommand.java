package bub.cli.trace;

import bub.cli.connect.AnsweringNodes;
import bub.cli.connect.CallerOptions;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.cli.top.TerminalWidth;
import bub.client.BusClient;
import bub.client.trace.RecentTurns;
import bub.client.trace.TraceReader;
import bub.client.trace.TurnSummary;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub traces}: lists recent turns. */
@Command(
    name = "traces",
    mixinStandardHelpOptions = true,
    description = {
      "Lists recent turns, newest first.",
      "Each line shows the start, duration, steps, tokens and cost of a turn, its agent and the"
          + " first words of the question."
    },
    footer = {
      "",
      "To show one of them:  bub trace ID",
      "",
      "Examples:",
      "",
      "  bub traces --slow --since 1d",
      "  bub traces --failed --limit 5",
      "  bub traces --costly --json"
    })
public final class TracesCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss");

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--slow", description = "List the slowest turns first.")
  private boolean slow;

  @Option(names = "--failed", description = "List only turns with an error.")
  private boolean failed;

  @Option(names = "--costly", description = "List the most expensive turns first.")
  private boolean costly;

  @Option(
      names = "--since",
      defaultValue = "1h",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "List turns from the last TIME, such as 10m (default: ${DEFAULT-VALUE}).")
  private Duration since = Duration.ofHours(1);

  @Option(
      names = "--limit",
      defaultValue = "20",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Maximum number of turns to list (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(names = "--json", description = "Print one JSON object per turn.")
  private boolean json;

  TracesCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    if (slow && costly) {
      throw new CommandFailure(
          ExitCodes.USAGE, "Use either --slow or --costly.", "For help:  bub traces --help");
    }
    RecentTurns recent;
    Instant now = Instant.now();
    try (BusClient client = bus.connect()) {
      var nodes = new AnsweringNodes(client);
      recent = new TraceReader(nodes::activity).recent(now.minus(since), now);
      show(select(recent.turns()), now);
      nodes.report(screen);
    }
    if (recent.cutAt() != null) {
      screen.remark(
          "The bus was busy, so bub read the log only back to %s."
              .formatted(TIME.format(recent.cutAt().atZone(ZoneId.systemDefault()))));
    }
    return ExitCodes.OK;
  }

  private List<TurnSummary> select(List<TurnSummary> newestFirst) {
    Stream<TurnSummary> turns = newestFirst.stream().filter(turn -> !failed || turn.isFailed());
    if (slow) {
      turns = turns.sorted(Comparator.comparing(TracesCommand::duration).reversed());
    } else if (costly) {
      turns = turns.sorted(Comparator.comparing(TracesCommand::cost).reversed());
    }
    return turns.limit(limit).toList();
  }

  /** A turn that has no answer yet sorts by the time that it has taken until now. */
  private static Duration duration(TurnSummary turn) {
    return turn.duration() == null
        ? Duration.between(turn.start(), Instant.now())
        : turn.duration();
  }

  private static BigDecimal cost(TurnSummary turn) {
    return turn.totals().costUsd() == null ? BigDecimal.ZERO : turn.totals().costUsd();
  }

  private void show(List<TurnSummary> turns, Instant now) {
    if (json) {
      turns.forEach(turn -> screen.line(turn.toRaw().toString()));
    } else if (turns.isEmpty()) {
      screen.remark("No turns.");
      screen.hint("To look further back:  bub traces --since 1d");
    } else {
      int columns = screen.isTerminal() ? TerminalWidth.columns() : TurnRenderer.UNLIMITED;
      new TurnTable(screen, columns, ZoneId.systemDefault(), now)
          .lines(turns)
          .forEach(screen::line);
    }
  }
}
