package bub.cli.bus;

import bub.cli.connect.AnsweringNodes;
import bub.cli.connect.CallerOptions;
import bub.cli.screen.Age;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.protocol.Status;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub bus status}: lists the connected peers and their subscriptions. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Lists connected peers and their subscriptions.")
final class StatusCommand implements Callable<Integer> {
  private static final int PATTERNS_SHOWN = 6;

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--json", description = "Print the peers as JSON.")
  private boolean json;

  StatusCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    try (BusClient client = bus.connect()) {
      Status status = client.status();
      if (json) {
        screen.line(status.toRaw().toString());
        return ExitCodes.OK;
      }
      var others =
          status.connections().stream()
              .filter(peer -> !peer.clientId().equals(client.clientId()))
              .toList();
      screen.line(
          screen.bold(status.serverId()) + " at " + bus.url() + ", " + others.size() + " peers");
      others.forEach(this::show);
      AnsweringNodes.report(status.missingNodes(), screen);
    }
    return ExitCodes.OK;
  }

  private void show(Status.Connection peer) {
    var patterns = peer.subscriptions().stream().limit(PATTERNS_SHOWN).toList();
    int more = peer.subscriptions().size() - patterns.size();
    screen.line(
        "  "
            + screen.bold(Screen.oneLine("%-24s".formatted(peer.clientId())))
            + "  "
            + Screen.oneLine(
                String.join(" ", patterns) + (more > 0 ? " and " + more + " more" : ""))
            + screen.dim(
                "  "
                    + Screen.oneLine(peer.clientInfo().name())
                    + " "
                    + peer.dialect()
                    + (peer.node() == null ? "" : ", node " + Screen.oneLine(peer.node()))
                    + ", "
                    + Age.of(peer.connectedAt())));
  }
}
