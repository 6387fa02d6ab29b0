package bub.cli.agents;

import bub.cli.connect.CallerOptions;
import bub.cli.screen.Age;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.system.route.RouteRequest;
import bub.system.route.SessionList;
import bub.system.route.SessionReport;
import bub.system.session.AgentSession;
import bub.system.session.SessionStatus;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub sessions list}: lists the agents of all chats, running agents first. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the agents of chats, running ones first.")
final class SessionsListCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--json", description = "Print the sessions as JSON.")
  private boolean json;

  SessionsListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    SessionList list;
    try (BusClient client = bus.connect()) {
      list = new SystemAgentClient(client).ask(new RouteRequest.ListSessions());
    }
    if (json) {
      screen.line(list.toRaw().toString());
      return ExitCodes.OK;
    }
    list.sessions().forEach(this::show);
    int more = list.total() - list.sessions().size();
    if (list.total() == 0) {
      screen.line("No chat has an agent yet.");
      screen.hint("To start one:  bub chat");
    } else if (more > 0) {
      screen.line("  and " + more + " more");
    }
    return ExitCodes.OK;
  }

  private void show(SessionReport report) {
    AgentSession session = report.session();
    boolean runs = session.status() == SessionStatus.RUNNING;
    String word = session.status().name().toLowerCase(Locale.ROOT);
    screen.line(
        "  "
            + screen.bold(Screen.oneLine("%-24s".formatted(session.clientId())))
            + "  "
            + (runs ? screen.green(word) : screen.dim(word))
            + Screen.oneLine("  " + session.talkto())
            + screen.dim(runs ? life(report) : "  " + Age.ago(session.life().lastActivity())));
  }

  private static String life(SessionReport report) {
    Duration up = Duration.ofSeconds(report.uptimeSeconds());
    String memory = report.memoryBytes() == 0 ? "" : ", " + (report.memoryBytes() >> 20) + " MiB";
    return "  up "
        + (up.toMinutes() > 0 ? up.toMinutes() + " min" : up.toSeconds() + " s")
        + memory;
  }
}
