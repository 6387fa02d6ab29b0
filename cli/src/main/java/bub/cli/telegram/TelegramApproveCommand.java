package bub.cli.telegram;

import bub.channel.telegram.store.Pairing;
import bub.channel.telegram.store.Pairings;
import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub telegram approve}: approves a person who has a pairing code. */
@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    description = "Lets the person with this code talk to the bot.")
final class TelegramApproveCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(paramLabel = "CODE", description = "Eight characters, valid for one hour.")
  private String code = "";

  TelegramApproveCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    try (Pairings pairings = Pairings.open(directories.resolve().state())) {
      Pairing person =
          pairings
              .approve(code)
              .orElseThrow(
                  () ->
                      new CommandFailure(
                          ExitCodes.FAILED,
                          "The code is unknown or has expired.",
                          "To list valid codes:  bub telegram list"));
      screen.line(TelegramListCommand.words(person) + " can now talk to the bot.");
    }
    return ExitCodes.OK;
  }
}
