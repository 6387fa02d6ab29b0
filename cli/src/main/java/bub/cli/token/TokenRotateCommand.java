package bub.cli.token;

import bub.bus.policy.TokenSecret;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.TokenAdministration;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub token rotate}: gives a token a new secret with the same rights. */
@Command(
    name = "rotate",
    mixinStandardHelpOptions = true,
    description = "Replaces a token with a new one that has the same rights.")
final class TokenRotateCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(paramLabel = "ID", description = "Token id, as \"bub token list\" shows it.")
  private String id = "";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the token to FILE (mode 0600) instead of showing it.")
  private @Nullable Path out;

  TokenRotateCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    TokenSecret secret = new TokenAdministration(directories.resolve()).rotate(id, out);
    if (secret == null) {
      throw new CommandFailure(
          ExitCodes.FAILED, "There is no token " + id + ".", "To list all tokens:  bub token list");
    }
    if (out == null) {
      screen.line(secret.text());
      screen.hint("Store it now. It will not be shown again.");
    } else {
      screen.hint("Wrote the token to " + out);
    }
    return ExitCodes.OK;
  }
}
