package bub.cli.serve;

import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub bus serve}: runs a bus and nothing else, in the foreground. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a bus and its lobby in the foreground.",
      "Prints \"bub bus ready ws://HOST:PORT\" when it accepts connections."
          + " Ctrl-C and SIGTERM stop it after the messages in flight have finished."
    },
    footer = {"", "Example:", "", "  bub bus serve --port 7900 --run-dir /tmp/bub"})
public final class ServeCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private ServeOptions options = new ServeOptions();

  ServeCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    RunningBus bus = RunningBus.start(options).drainWhenTerminated();
    screen.line("bub bus ready " + bus.url());
    return ShutdownSignal.await();
  }
}
