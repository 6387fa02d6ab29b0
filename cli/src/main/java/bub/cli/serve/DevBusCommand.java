package bub.cli.serve;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub dev-bus}: runs a bus for tests, on a free port, that leaves nothing behind. */
@Command(
    name = "dev-bus",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a disposable bus for tests.",
      "It listens on a free port and keeps its files in a temporary directory, which it deletes at"
          + " the end. Prints \"bub bus ready ws://127.0.0.1:PORT\" and runs until Ctrl-C or"
          + " SIGTERM. With a COMMAND, it runs only as long as the command, which finds the bus in"
          + " BUB_BUS_URL, and exits with the command's exit code."
    },
    footer = {"", "Example:", "", "  bub dev-bus -- pytest"})
public final class DevBusCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(DevBusCommand.class);

  private final Screen screen;

  @Mixin private ServeOptions options = new ServeOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "Run this program with the bus; write -- before it.")
  private List<String> command = List.of();

  DevBusCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Path directory = Files.createTempDirectory("bub-dev-bus-");
    ShutdownSignal.before(() -> delete(directory));
    options.beDisposable(directory);
    RunningBus bus = RunningBus.start(options);
    if (command.isEmpty()) {
      screen.line("bub bus ready " + bus.url());
      return ShutdownSignal.await();
    }
    int code = run(bus);
    bus.close();
    ShutdownSignal.end(code);
    return code;
  }

  private int run(RunningBus bus) throws CommandFailure, InterruptedException {
    var program = new ProcessBuilder(command).inheritIO();
    program.environment().put("BUB_BUS_URL", bus.ownUrl().toString());
    try {
      return program.start().waitFor();
    } catch (IOException unknown) {
      throw new CommandFailure(
          ExitCodes.USAGE, "Cannot run " + command.getFirst() + ": " + unknown.getMessage());
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException left) {
      LOG.warn("Could not delete {}: {}", directory, left.getMessage());
    }
  }
}
