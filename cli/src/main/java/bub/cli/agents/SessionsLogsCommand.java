package bub.cli.agents;

import bub.cli.option.AddressText;
import bub.cli.option.PositiveNumber;
import bub.cli.reach.ConnectOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.files.WorkspaceLogs;
import bub.system.session.Session;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub sessions logs}: the end of what an agent has printed. */
@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    description = "Prints the end of an agent's log.")
final class SessionsLogsCommand implements Callable<Integer> {
  // More than an agent's log can grow to before it is put aside.
  private static final int MOST_BYTES = 16 << 20;

  private final Screen screen;

  @Mixin private ConnectOptions bus = new ConnectOptions();

  @Option(
      names = "--lines",
      defaultValue = "50",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Number of lines to print (default: ${DEFAULT-VALUE}).")
  private int lines;

  @Parameters(
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Address of the agent, such as agent:worker-ab12cd34.")
  private String agent = "";

  SessionsLogsCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Session session;
    try (BusClient client = bus.connect()) {
      session = new SystemLine(client).session(agent).session();
    }
    String log = session.log();
    WorkspaceLogs.Tail tail = log == null ? null : tail(log);
    if (tail == null) {
      throw new Refusal(
          ExitCodes.FAILED,
          session.clientId() + " has no log file here" + (log == null ? "" : ": " + log),
          "in the journal:  journalctl --user -u " + session.unit());
    }
    tail.lines().forEach(line -> screen.line(Screen.oneLine(line)));
    return ExitCodes.OK;
  }

  private WorkspaceLogs.@Nullable Tail tail(String log) throws IOException {
    WorkspaceLogs logs = WorkspaceLogs.around(log);
    return logs == null ? null : logs.tail(log, lines, MOST_BYTES);
  }
}
