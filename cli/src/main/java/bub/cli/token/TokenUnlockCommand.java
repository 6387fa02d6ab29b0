package bub.cli.token;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.TokenAdministration;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub token unlock}: unlocks a locked bus; nothing else does. */
@Command(
    name = "unlock",
    mixinStandardHelpOptions = true,
    description = {
      "Unlocks the bus and removes all its tokens.",
      "Every program on this machine can then connect. A running bus opens within a second;"
          + " a bus that listens on a network stays closed."
    })
final class TokenUnlockCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  TokenUnlockCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories where = directories.resolve();
    boolean wasLocked = Files.isDirectory(where.state()) && new TokenAdministration(where).unlock();
    screen.line(
        wasLocked
            ? "The bus of " + where.state() + " is now open. Its tokens were removed."
            : "The bus of " + where.state() + " is not locked. Nothing has changed.");
    if (wasLocked) {
      screen.hint("To lock it again:  bub token create --client-id ADDRESS");
    }
    return ExitCodes.OK;
  }
}
