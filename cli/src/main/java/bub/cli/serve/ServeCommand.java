package bub.cli.serve;

import bub.cli.screen.Screen;
import bub.cli.screen.Termination;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub bus serve}: a bus and nothing else, in the foreground. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a bus until it is told to stop (Ctrl-C or SIGTERM: messages in flight finish first).",
      "Prints one line when it accepts connections: bub bus ready ws://HOST:PORT"
    })
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
    return Termination.await();
  }
}
