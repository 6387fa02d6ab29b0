package bub.cli.agents;

import bub.cli.option.AddressText;
import bub.cli.reach.CallerOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.protocol.Address;
import bub.system.route.RouteRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub sessions restart}: restarts the agent of a chat. */
@Command(
    name = "restart",
    mixinStandardHelpOptions = true,
    description = "Stops an agent and starts it again.")
final class SessionsRestartCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Parameters(
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Address of the agent or of its chat, such as term:me.")
  private String agent = "";

  SessionsRestartCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    try (BusClient client = bus.connect()) {
      var line = new SystemAgentClient(client);
      Address id = line.session(agent).session().clientId();
      line.ask(new RouteRequest.RestartSession(id));
      screen.line("Restarted " + id + ".");
    }
    return ExitCodes.OK;
  }
}
