package bub.cli.hook;

import bub.cli.connect.DirectoryOptions;
import bub.cli.hook.HooksAddCommand.HookName;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub hooks remove}: removes a hook and its secret. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = "Removes a hook. A running bub refuses its requests at once.")
final class HooksRemoveCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = HookName.class,
      description = "Name of the hook.")
  private String name = "";

  HooksRemoveCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    var file = HooksFile.in(directories.resolve().state());
    if (file.read().find(name).isEmpty() || !file.update(rules -> rules.without(name))) {
      throw HooksFile.unknown(name);
    }
    screen.line("Removed the hook " + name + ".");
    return ExitCodes.OK;
  }
}
