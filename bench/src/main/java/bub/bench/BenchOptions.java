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
    boolean onlyCluster,
    boolean onlyDoors,
    Optional<Path> json) {
  static final String HELP =
      """
      Measures the server CPU per routed message of bub, nats-server and a bare relay.

      Usage: bench [--quick] [--json FILE] [--bub-command COMMAND] [--against COMMAND]
        --quick                 run for 30 seconds instead of 4 minutes; less accurate
        --json FILE             also write the results to FILE
        --bub-command COMMAND   command that starts bub; "bus serve ..." is appended
                                (default: java -Xmx256m -jar cli/target/bub.jar)
        --against COMMAND       only compare the routing with that of another build, which
                                COMMAND starts; the two builds take turns
        --cluster               only measure clusters
        --doors                 only measure calls through the doors
        --help                  show this help

      Results go to standard output, progress goes to standard error.
      The exit code is 0 on success and 1 on failure, for example when a message is lost.
      """;

  /** Returns empty when the command line asks for help. */
  static Optional<BenchOptions> parse(List<String> arguments) {
    MeasurementPlan plan = MeasurementPlan.FULL;
    List<String> bubCommand = ServerCommand.BUB;
    Optional<List<String>> otherCommand = Optional.empty();
    boolean onlyCluster = false;
    boolean onlyDoors = false;
    Optional<Path> json = Optional.empty();
    Deque<String> left = new ArrayDeque<>(arguments);
    while (!left.isEmpty()) {
      String option = left.remove();
      switch (option) {
        case "--help", "-h" -> {
          return Optional.empty();
        }
        case "--cluster" -> onlyCluster = true;
        case "--doors" -> onlyDoors = true;
        case "--quick" -> plan = MeasurementPlan.QUICK;
        case "--json" -> json = Optional.of(Path.of(valueOf(option, left)));
        case "--bub-command" -> bubCommand = words(valueOf(option, left));
        case "--against" -> otherCommand = Optional.of(words(valueOf(option, left)));
        default ->
            throw new BenchFailure("unknown option " + option + "; --help lists the options");
      }
    }
    return Optional.of(
        new BenchOptions(plan, bubCommand, otherCommand, onlyCluster, onlyDoors, json));
  }

  private static List<String> words(String command) {
    return List.of(command.strip().split("\\s+"));
  }

  private static String valueOf(String option, Deque<String> left) {
    if (left.isEmpty()) {
      throw new BenchFailure(option + " needs a value; --help lists the options");
    }
    return left.remove();
  }
}
