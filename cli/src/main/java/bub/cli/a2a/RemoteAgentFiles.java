package bub.cli.a2a;

import bub.cli.connect.BubDirectories;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.a2a.remote.RemoteAgentEntry;
import bub.gateway.a2a.remote.RemoteAgentsFile;
import bub.gateway.a2a.remote.RemoteAgentsFile.InvalidAgentsFile;
import java.io.IOException;
import java.util.List;

/** File with the remote agents, for commands. */
final class RemoteAgentFiles {
  private RemoteAgentFiles() {}

  static List<RemoteAgentEntry> read(BubDirectories places) throws IOException, CommandFailure {
    try {
      return RemoteAgentsFile.in(places.state()).read();
    } catch (InvalidAgentsFile broken) {
      throw unusable(broken);
    }
  }

  static RemoteAgentEntry find(BubDirectories places, String name)
      throws IOException, CommandFailure {
    return read(places).stream()
        .filter(entry -> entry.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  static CommandFailure unknown(String name) {
    return new CommandFailure(
        ExitCodes.FAILED,
        "There is no remote agent " + Screen.oneLine(name) + ".",
        "To see all:  bub a2a list");
  }

  static CommandFailure unusable(InvalidAgentsFile broken) {
    return new CommandFailure(
        ExitCodes.CONFIG, String.valueOf(broken.getMessage()), "Correct the file and try again.");
  }
}
