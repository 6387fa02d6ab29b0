package bub.cli.telegram;

import bub.channel.telegram.store.Pairings;
import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub telegram revoke}: withdraws the approval of a person. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    description = "Stops a person from talking to the bot.")
final class TelegramRevokeCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      paramLabel = "ID",
      converter = TelegramOptions.TelegramId.class,
      description = "Telegram id, as \"bub telegram list\" shows it.")
  private long id;

  TelegramRevokeCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    try (Pairings pairings = Pairings.open(directories.resolve().state())) {
      if (!pairings.revoke(id)) {
        throw new CommandFailure(
            ExitCodes.FAILED,
            "No user has the id " + id + ".",
            "To list all users:  bub telegram list");
      }
    }
    screen.line(id + " can no longer talk to the bot.");
    return ExitCodes.OK;
  }
}
