package bub.cli.agents;

import bub.cli.connect.CallerOptions;
import bub.cli.option.ValidText.AddressText;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.files.WorkspaceLogs;
import bub.system.session.AgentSession;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub sessions logs}: prints the end of an agent's log. */
@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    description = "Prints the end of an agent's log.")
final class SessionsLogsCommand implements Callable<Integer> {
  // More than an agent's log can grow to before it is rotated.
  private static final int MOST_BYTES = 16 << 20;
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(
      names = "--lines",
      defaultValue = "50",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Number of lines to print (default: ${DEFAULT-VALUE}).")
  private int lines;

  @Option(
      names = {"-f", "--follow"},
      description = "Keep printing new lines until Ctrl-C.")
  private boolean follow;

  @Parameters(
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Address of the agent or of its chat, such as term:me.")
  private String agent = "";

  SessionsLogsCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    AgentSession session;
    try (BusClient client = bus.connect()) {
      session = new SystemAgentClient(client).session(agent).session();
    }
    String log = session.log();
    WorkspaceLogs.Tail tail = log == null ? null : tail(log);
    if (tail == null) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          session.clientId()
              + " has no log file on this machine"
              + (log == null ? "." : ": " + log),
          "To read the journal:  journalctl _SYSTEMD_USER_UNIT=" + session.unit() + ".service");
    }
    if (log != null && follow) {
      follow(log);
    } else {
      show(tail.lines());
    }
    return ExitCodes.OK;
  }

  private void show(List<String> text) {
    text.forEach(line -> screen.line(Screen.oneLine(line)));
  }

  private void follow(String log) throws IOException, InterruptedException {
    long position = 0;
    int most = lines;
    while (!screen.writer().checkError()) {
      WorkspaceLogs logs = WorkspaceLogs.around(log);
      WorkspaceLogs.Growth news = logs == null ? null : logs.since(log, position, MOST_BYTES);
      if (news != null) {
        show(news.lines().subList(Math.max(0, news.lines().size() - most), news.lines().size()));
        position = news.end();
      }
      most = Integer.MAX_VALUE;
      Thread.sleep(LOOK_EVERY);
    }
  }

  private WorkspaceLogs.@Nullable Tail tail(String log) throws IOException {
    WorkspaceLogs logs = WorkspaceLogs.around(log);
    return logs == null ? null : logs.tail(log, lines, MOST_BYTES);
  }
}
