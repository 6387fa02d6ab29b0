package bub.cli.console;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.LocalDoors;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.console.ConsoleLogin;
import bub.console.RunningConsole;
import bub.console.login.ConsoleRole;
import bub.gateway.local.DoorFinder;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub console login}: prints a link that logs its reader in to the console, once. */
@Command(
    name = "login",
    mixinStandardHelpOptions = true,
    description = "Prints a link that logs you in to the web console once.",
    footer = {
      "",
      "Everyone who may write to the state directory can create a link. An open bus",
      "needs no login. Standard output contains only the link:",
      "",
      "  xdg-open \"$(bub console login)\""
    })
final class ConsoleLoginCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(names = "--read-only", description = "Create a link for read-only access.")
  private boolean readOnly;

  ConsoleLoginCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories where = directories.resolve();
    Path state = where.state();
    try {
      if (RunningConsole.place(state) != null) {
        // The link contains a secret, which another program on the console's port must not get.
        DoorFinder _ = LocalDoors.running(where);
      }
      RunningConsole console = running(state);
      if (console.loginNeeded()) {
        ConsoleRole role = readOnly ? ConsoleRole.VIEWER : ConsoleRole.OPERATOR;
        screen.line(ConsoleLogin.in(state).link(role).toString());
        screen.remark(ConsoleCommand.goodFor());
      } else {
        screen.line(console.url().toString());
        screen.remark("No login is needed, because the bus has no tokens.");
      }
      return ExitCodes.OK;
    } catch (AccessDeniedException forbidden) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "This user cannot create login links for the console: " + forbidden.getMessage(),
          "As the user that runs the console:  sudo -u bub bub console login");
    }
  }

  private static RunningConsole running(Path state) throws Exception {
    @Nullable RunningConsole console = RunningConsole.in(state);
    if (console == null) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE,
          "No console is running (state directory: " + state + ").",
          "To start it:  bub up");
    }
    return console;
  }
}
