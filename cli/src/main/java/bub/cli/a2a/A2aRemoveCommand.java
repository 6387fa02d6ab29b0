package bub.cli.a2a;

import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.a2a.remote.RemoteAgentsFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub a2a remove}: removes a remote agent and its capabilities. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = "Removes a remote agent and its capabilities.")
final class A2aRemoveCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = RemoteAgentFiles.Name.class,
      description = "Name of the agent.")
  private String name = "";

  A2aRemoveCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    if (!RemoteAgentsFile.in(directories.resolve().state()).remove(name)) {
      throw RemoteAgentFiles.unknown(name);
    }
    screen.line("Removed a2a:" + name + ".");
    return ExitCodes.OK;
  }
}
