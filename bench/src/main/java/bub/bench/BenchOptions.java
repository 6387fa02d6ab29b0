package bub.bench;

import bub.bench.measure.MeasurementPlan;
import bub.bench.server.ServerCommand;
import bub.bench.wire.BenchFailure;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Options of the command line. */
record BenchOptions(
    MeasurementPlan plan,
    List<String> bubCommand,
    Optional<List<String>> otherCommand,
    Optional<Path> json) {
  static final String HELP =
      """
      Measures server CPU per routed message: bub beside nats-server and a bare relay.

      usage: bench [--quick] [--json FILE] [--bub-command COMMAND] [--against COMMAND]
        --quick                 30 seconds instead of 4 minutes, and rougher
        --json FILE             also write the results to FILE
        --bub-command COMMAND   starts bub; "bus serve ..." is appended
                                (default: java -Xmx256m -jar cli/target/bub.jar)
        --against COMMAND       compares the routing of two builds instead: COMMAND starts
                                the other one, and both take turns
        --help                  this text

      The table goes to standard output, progress to standard error.
      Exit code 0: measured. 1: failed; above all when a message was not delivered.
      """;

  /** Returns empty when the command line asks for help. */
  static Optional<BenchOptions> parse(List<String> arguments) {
    MeasurementPlan plan = MeasurementPlan.FULL;
    List<String> bubCommand = ServerCommand.BUB;
    Optional<List<String>> otherCommand = Optional.empty();
    Optional<Path> json = Optional.empty();
    Deque<String> left = new ArrayDeque<>(arguments);
    while (!left.isEmpty()) {
      String option = left.remove();
      switch (option) {
        case "--help", "-h" -> {
          return Optional.empty();
        }
        case "--quick" -> plan = MeasurementPlan.QUICK;
        case "--json" -> json = Optional.of(Path.of(valueOf(option, left)));
        case "--bub-command" -> bubCommand = words(valueOf(option, left));
        case "--against" -> otherCommand = Optional.of(words(valueOf(option, left)));
        default -> throw new BenchFailure("unknown option " + option + " (--help shows all)");
      }
    }
    return Optional.of(new BenchOptions(plan, bubCommand, otherCommand, json));
  }

  private static List<String> words(String command) {
    return List.of(command.strip().split("\\s+"));
  }

  private static String valueOf(String option, Deque<String> left) {
    if (left.isEmpty()) {
      throw new BenchFailure(option + " needs a value (--help shows all)");
    }
    return left.remove();
  }
}
