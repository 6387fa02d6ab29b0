package bub.cli.a2a;

import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.a2a.remote.RemoteAgentEntry;
import bub.gateway.a2a.remote.RemoteAgentsFile;
import bub.json.JsonWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub a2a list}: lists the remote agents. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the remote agents.")
final class A2aListCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(names = "--json", description = "Print one JSON object per agent.")
  private boolean json;

  A2aListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    List<RemoteAgentEntry> agents = RemoteAgentsFile.in(directories.resolve().state()).read();
    for (RemoteAgentEntry agent : agents) {
      if (json) {
        JsonWriter out = new JsonWriter().beginObject().field("name", agent.name());
        screen.line(out.field("url", agent.url()).endObject().toString());
      } else {
        screen.line(
            "  "
                + screen.bold("%-20s".formatted(agent.address()))
                + "  "
                + Screen.oneLine(agent.url()));
      }
    }
    if (agents.isEmpty() && !json) {
      screen.line("bub has no remote agents.");
      screen.hint("To add one:  bub a2a add URL");
    }
    return ExitCodes.OK;
  }
}
