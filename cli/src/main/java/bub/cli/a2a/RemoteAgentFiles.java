package bub.cli.a2a;

import bub.cli.connect.BubDirectories;
import bub.cli.option.ValidText.LowerCaseText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.files.InvalidSettings;
import bub.gateway.a2a.remote.RemoteAgentEntry;
import bub.gateway.a2a.remote.RemoteAgentsFile;
import java.io.IOException;
import java.util.regex.Pattern;

/** File with the remote agents, for commands. */
final class RemoteAgentFiles {
  /** Accepts the name of a remote agent. */
  static final class Name extends LowerCaseText {
    Name() {
      super(
          Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}"),
          "a name: use 1 to 32 lower-case letters, digits, '_' and '-'");
    }
  }

  private RemoteAgentFiles() {}

  static RemoteAgentEntry find(BubDirectories places, String name)
      throws IOException, CommandFailure, InvalidSettings {
    RemoteAgentEntry found = RemoteAgentsFile.in(places.state()).find(name);
    if (found == null) {
      throw unknown(name);
    }
    return found;
  }

  static CommandFailure unknown(String name) {
    return new CommandFailure(
        ExitCodes.FAILED,
        "There is no remote agent " + Screen.oneLine(name) + ".",
        "To see all:  bub a2a list");
  }
}
