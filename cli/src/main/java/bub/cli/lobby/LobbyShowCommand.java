package bub.cli.lobby;

import bub.cli.connect.CallerOptions;
import bub.cli.option.ValidText.AddressText;
import bub.cli.screen.Age;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.protocol.Address;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.AgentPage;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub lobby show}: prints one agent and the contracts of all its capabilities. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows an agent and the contracts of its capabilities.")
final class LobbyShowCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--json", description = "Print the agent as JSON.")
  private boolean json;

  @Parameters(
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Address of the agent.")
  private String agent = "";

  LobbyShowCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    List<AgentEntry> found;
    try (BusClient client = bus.client()) {
      LobbyClient lobby = LobbyClient.of(client);
      client.connect();
      found = lobby.agents(AgentPage.Query.of(new Address(agent))).agents();
    }
    if (found.isEmpty()) {
      throw new CommandFailure(
          ExitCodes.FAILED, agent + " is not registered.", "To list all agents:  bub lobby list");
    }
    AgentEntry entry = found.getFirst();
    if (json) {
      screen.line(entry.toRaw().toString());
      return ExitCodes.OK;
    }
    var renderer = new LobbyRenderer(screen);
    screen.line(
        renderer.presence(entry.online())
            + " "
            + screen.bold(Screen.oneLine(entry.agent().value()))
            + (entry.online() ? "  online" : "  offline, last seen " + Age.ago(entry.lastSeen()))
            + screen.dim("  registered " + entry.registeredAt()));
    renderer.contracts(entry.capabilities());
    return ExitCodes.OK;
  }
}
