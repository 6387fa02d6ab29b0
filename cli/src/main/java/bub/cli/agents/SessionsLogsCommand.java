package bub.cli.agents;

import bub.cli.reach.ConnectOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.system.session.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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
  private final Screen screen;

  @Mixin private ConnectOptions bus = new ConnectOptions();

  @Option(
      names = "--lines",
      defaultValue = "50",
      paramLabel = "N",
      description = "How many (default: ${DEFAULT-VALUE}).")
  private int lines;

  @Parameters(paramLabel = "AGENT", description = "Such as agent:worker-ab12cd34.")
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
    if (log == null || !Files.isReadable(Path.of(log))) {
      throw new Refusal(
          ExitCodes.FAILED,
          session.clientId() + " has no log file here" + (log == null ? "" : ": " + log),
          "in the journal:  journalctl --user -u " + session.unit());
    }
    List<String> all = Files.readAllLines(Path.of(log));
    all.subList(Math.max(0, all.size() - lines), all.size())
        .forEach(line -> screen.line(Screen.oneLine(line)));
    return ExitCodes.OK;
  }
}
