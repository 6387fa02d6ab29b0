package bub.cli.agents;

import bub.cli.connect.CallerOptions;
import bub.cli.option.ValidText.AddressText;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.protocol.Address;
import bub.system.route.RouteRequest;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub sessions stop} and {@code restart}: orders for the agent of a chat. */
sealed class SessionOrderCommand implements Callable<Integer> {
  private final Screen screen;
  private final Function<Address, RouteRequest> order;
  private final String done;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Parameters(
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Address of the agent or of its chat, such as term:me.")
  private String agent = "";

  private SessionOrderCommand(Screen screen, Function<Address, RouteRequest> order, String done) {
    this.screen = screen;
    this.order = order;
    this.done = done;
  }

  @Override
  public Integer call() throws Exception {
    try (BusClient client = bus.connect()) {
      var line = new SystemAgentClient(client);
      Address id = line.session(agent).session().clientId();
      line.ask(order.apply(id));
      screen.line(done + " " + id + ".");
    }
    return ExitCodes.OK;
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Stops an agent until its chat sends the next message.")
  static final class Stop extends SessionOrderCommand {
    Stop(Screen screen) {
      super(screen, RouteRequest.StopSession::new, "Stopped");
    }
  }

  @Command(
      name = "restart",
      mixinStandardHelpOptions = true,
      description = "Stops an agent and starts it again.")
  static final class Restart extends SessionOrderCommand {
    Restart(Screen screen) {
      super(screen, RouteRequest.RestartSession::new, "Restarted");
    }
  }
}
