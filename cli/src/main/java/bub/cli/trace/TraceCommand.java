package bub.cli.trace;

import bub.cli.connect.AnsweringNodes;
import bub.cli.connect.CallerOptions;
import bub.cli.option.ValidText.MessageIdText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.top.FullScreen;
import bub.cli.top.TerminalWidth;
import bub.client.BusClient;
import bub.client.trace.TraceReader;
import bub.client.trace.TurnReading;
import bub.client.trace.TurnTree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bub trace}: shows one turn as a tree, from the question to the answer. */
@Command(
    name = "trace",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a turn from the question to the answer, across all agents.",
      "Each line is a message, an agent's work on it, or a step of that work, with its start,"
          + " duration, tokens and cost. Name the turn by its trace id or by any of its messages."
    },
    footer = {
      "",
      "To find a turn:  bub traces",
      "",
      "Examples:",
      "",
      "  bub trace msg_01J9ZD3V",
      "  bub trace 4bf92f3577b34da6a3ce929d0e0e4736 --follow",
      "  bub trace stop msg_01J9ZD3V"
    },
    subcommands = {TraceOrderCommand.Stop.class, TraceOrderCommand.Continue.class})
public final class TraceCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final Screen screen;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(
      names = "--json",
      description = "Print the turn as JSON; with --follow, each time that it changes.")
  private boolean json;

  @Option(names = "--follow", description = "Update the tree until the turn has ended.")
  private boolean follow;

  // Optional for picocli, because a subcommand needs no id here.
  @Parameters(
      arity = "0..1",
      paramLabel = "MESSAGE_ID|TRACE_ID",
      converter = MessageIdText.class,
      description = "Id of the trace, or of a message of the turn.")
  private @Nullable String id;

  TraceCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    if (id == null) {
      throw missing();
    }
    try (BusClient client = bus.connect()) {
      var nodes = new AnsweringNodes(client);
      TurnReading reading = new TraceReader(nodes::activity).open(id);
      if (reading == null || reading.tree(Instant.now()) == null) {
        throw new CommandFailure(
            ExitCodes.FAILED,
            "The activity log has no trace or message " + id + ".",
            "To list recent turns:  bub traces");
      }
      if (follow && json) {
        followAsJson(reading);
      } else {
        show(follow ? lastOf(reading) : reading.tree(Instant.now()));
      }
      nodes.report(screen);
    }
    return ExitCodes.OK;
  }

  private MissingParameterException missing() {
    if (spec == null) {
      throw new IllegalStateException("not run by picocli");
    }
    return new MissingParameterException(
        spec.commandLine(),
        spec.positionalParameters().getFirst(),
        "Missing required parameter: 'MESSAGE_ID|TRACE_ID'");
  }

  private void show(@Nullable TurnTree tree) {
    if (tree == null) {
      return;
    }
    if (json) {
      screen.line(tree.toRaw().toString());
      return;
    }
    int columns = screen.isTerminal() ? TerminalWidth.columns() : TurnRenderer.UNLIMITED;
    lines(tree, columns).forEach(screen::line);
    if (tree.running()) {
      screen.hint("To follow it:  bub trace " + id + " --follow");
      screen.hint("To stop it:    bub trace stop " + id);
    }
  }

  private List<String> lines(TurnTree tree, int columns) {
    return new TurnRenderer(screen, columns, Instant.now()).lines(tree);
  }

  /** Shows the tree on a terminal until the turn ends or the user quits; returns the last one. */
  private @Nullable TurnTree lastOf(TurnReading reading) throws Exception {
    FullScreen full =
        screen.isTerminal() ? FullScreen.open(screen.writer(), screen.isColoured()) : null;
    if (full == null) {
      return awaitEnd(reading);
    }
    // Not a ShutdownSignal: the library's own hook, which restores the terminal, must run too.
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(full::close));
    try (full) {
      TurnTree tree = reading.tree(Instant.now());
      boolean isQuit = false;
      while (tree != null && tree.running() && !isQuit) {
        full.showText(newest(lines(tree, full.columns()), full.rows()));
        isQuit = full.key(BETWEEN_LOOKS) == FullScreen.Key.QUIT;
        reading.refresh();
        tree = reading.tree(Instant.now());
      }
      return tree;
    }
  }

  /** Keeps the first line and as many of the last ones as fit. */
  static List<String> newest(List<String> lines, int rows) {
    if (lines.size() <= rows || rows < 2) {
      return lines;
    }
    var shown = new ArrayList<String>(rows);
    shown.add(lines.getFirst());
    shown.addAll(lines.subList(lines.size() - rows + 1, lines.size()));
    return shown;
  }

  private static @Nullable TurnTree awaitEnd(TurnReading reading) throws Exception {
    TurnTree tree = reading.tree(Instant.now());
    while (tree != null && tree.running()) {
      Thread.sleep(BETWEEN_LOOKS);
      reading.refresh();
      tree = reading.tree(Instant.now());
    }
    return tree;
  }

  private void followAsJson(TurnReading reading) throws Exception {
    TurnTree shown = null;
    TurnTree tree = reading.tree(Instant.now());
    while (tree != null && !screen.writer().checkError()) {
      if (!tree.equals(shown)) {
        screen.line(tree.toRaw().toString());
        shown = tree;
      }
      if (!tree.running()) {
        return;
      }
      Thread.sleep(BETWEEN_LOOKS);
      reading.refresh();
      tree = reading.tree(Instant.now());
    }
  }
}
