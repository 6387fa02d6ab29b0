package bub.cli.lobby;

import bub.cli.connect.CallerOptions;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.Services;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub lobby discover}: lists the agents that offer a capability. */
@Command(
    name = "discover",
    mixinStandardHelpOptions = true,
    description = "Finds agents that offer a capability, online ones first.",
    footer = {
      "",
      "Exit codes: 0 found, 2 no agent offers it.",
      "",
      "Examples:",
      "",
      "  bub lobby discover find_price               # by name",
      "  bub lobby discover 'find_price@^2'          # by name and version",
      "  bub lobby discover 'find_*'                 # by wildcard",
      "  bub lobby discover --words cheap laptops    # by words"
    })
final class LobbyDiscoverCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--words", description = "Search for words in names, descriptions and keywords.")
  private boolean words;

  @Option(
      names = "--limit",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Maximum number of agents to print (default: 100).")
  private int limit = Discovery.USUAL_LIMIT;

  @Option(names = "--json", description = "Print the answer as JSON.")
  private boolean json;

  @Parameters(
      arity = "1..*",
      paramLabel = "NAME|WORD",
      description = "Capability or words to search for.")
  private List<String> wanted = List.of();

  LobbyDiscoverCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Services services;
    try (BusClient client = bus.client()) {
      LobbyClient lobby = LobbyClient.of(client);
      client.connect();
      String text = String.join(" ", wanted);
      Discovery discovery = words ? Discovery.byWords(text) : Discovery.byName(text);
      services = lobby.discover(discovery.atMost(limit));
    }
    if (json) {
      screen.line(services.toRaw().toString());
    } else {
      show(services);
    }
    return services.found().isEmpty() ? ExitCodes.NOBODY_LISTENS : ExitCodes.OK;
  }

  private void show(Services services) {
    if (services.found().isEmpty()) {
      screen.problem("No agent offers " + services.discoveredFor() + ".");
      screen.hint("To search by words:  bub lobby discover --words " + services.discoveredFor());
      screen.hint("To list all agents:  bub lobby list");
    }
    var renderer = new LobbyRenderer(screen);
    for (Services.Service service : services.found()) {
      screen.line("  " + screen.bold(Screen.oneLine(service.agent().value())));
      renderer.capabilities(service.capabilities());
    }
  }
}
