package bub.cli.lobby;

import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub lobby deregister}: removes an id and all its capabilities from the lobby. */
@Command(
    name = "deregister",
    mixinStandardHelpOptions = true,
    description = "Removes an agent and its capabilities from the lobby.")
final class LobbyDeregisterCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private LobbyIdentity agent = new LobbyIdentity();

  LobbyDeregisterCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    try (BusClient client = agent.client()) {
      LobbyClient lobby = agent.lobby(client);
      client.connect();
      lobby.deregister();
    }
    screen.line("Deregistered " + agent.id() + ".");
    return ExitCodes.OK;
  }
}
