package bub.cli;

import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bub completion}: prints a script that completes commands and options in a shell. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a completion script for bash, zsh or fish.",
    footer = {
      "",
      "Examples:",
      "",
      "  source <(bub completion bash)",
      "  source <(bub completion zsh)",
      "  bub completion fish > ~/.config/fish/completions/bub.fish"
    })
final class CompletionCommand implements Callable<Integer> {
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  private final Screen screen;

  @Parameters(
      arity = "0..1",
      defaultValue = "bash",
      paramLabel = "bash|zsh|fish",
      description = "Name of the shell (default: ${DEFAULT-VALUE}).")
  private Shell shell = Shell.BASH;

  @Spec private @Nullable CommandSpec spec;

  CompletionCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("not run by picocli");
    }
    CommandSpec bub = spec.root();
    screen.line(
        switch (shell) {
          case BASH, ZSH -> AutoComplete.bash(bub.name(), bub.commandLine());
          case FISH -> new FishCompletion(bub).script();
        });
    return ExitCodes.OK;
  }
}
