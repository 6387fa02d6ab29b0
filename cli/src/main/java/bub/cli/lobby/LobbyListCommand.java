package bub.cli.lobby;

import bub.cli.connect.CallerOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.protocol.Address;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.AgentPage;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub lobby list}: lists all registered agents. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists registered agents and their capabilities.")
final class LobbyListCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--online", description = "List only agents that are online.")
  private boolean online;

  @Option(names = "--json", description = "Print one JSON object per agent.")
  private boolean json;

  LobbyListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    var renderer = new LobbyRenderer(screen);
    int agents = 0;
    try (BusClient client = bus.client()) {
      LobbyClient lobby = LobbyClient.of(client);
      client.connect();
      Address next = null;
      do {
        AgentPage page = lobby.agents(new AgentPage.Query(null, next, AgentPage.Query.MAX_LIMIT));
        for (AgentEntry entry : page.agents()) {
          if (entry.online() || !online) {
            agents++;
            show(renderer, entry);
          }
        }
        next = page.next();
      } while (next != null);
    }
    if (agents == 0 && !json) {
      screen.line(online ? "No agent is online." : "No agent is registered.");
      screen.hint("To register agents, see docs/lobby.md");
    }
    return ExitCodes.OK;
  }

  private void show(LobbyRenderer renderer, AgentEntry entry) {
    if (json) {
      screen.line(entry.toRaw().toString());
    } else {
      renderer.agent(entry);
    }
  }
}
