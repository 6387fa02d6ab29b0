package bub.cli.token;

import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.TokenAdministration;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub token revoke}: revokes a token, also for connected peers. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    description = "Revokes a token and closes its connections within a second.")
final class TokenRevokeCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(paramLabel = "ID", description = "Token id, as \"bub token list\" shows it.")
  private String id = "";

  TokenRevokeCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    if (!new TokenAdministration(directories.resolve()).revoke(id)) {
      throw new CommandFailure(
          ExitCodes.FAILED, "There is no token " + id + ".", "To list all tokens:  bub token list");
    }
    screen.line("Revoked " + id + ".");
    return ExitCodes.OK;
  }
}
