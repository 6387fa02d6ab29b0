package bub.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub up}: all of bub on this machine, in one process. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = "Runs everything bub has on this machine, until Ctrl-C.")
final class UpCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private ServeOptions options = new ServeOptions();

  UpCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    RunningBus bus = RunningBus.start(options).drainWhenTerminated();
    screen.line("bub bus ready " + bus.url());
    screen.line("");
    screen.line("  " + screen.bold("try it") + " in two more terminals:");
    if (!bus.url().equals(ConnectOptions.USUAL_URL)) {
      screen.line("    export BUB_BUS_URL=" + bus.url() + "      (in both)");
    }
    screen.line("    ./bub bus recv 'demo:*'");
    screen.line("    ./bub bus send --to demo:1 hello");
    screen.line("  " + screen.bold("look") + "      ./bub bus status    ./bub bus log --follow");
    screen.line("  " + screen.bold("stop") + "      Ctrl-C");
    bus.serve();
    return ExitCodes.OK;
  }
}
