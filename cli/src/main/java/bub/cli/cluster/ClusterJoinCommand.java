package bub.cli.cluster;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.machine.HumanUnits;
import bub.cli.option.InputFile;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.serve.ClusterOptions;
import bub.cli.serve.ClusterVisit;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub cluster join}: shares the state of a stopped bus with a cluster. */
@Command(
    name = "join",
    mixinStandardHelpOptions = true,
    description = {
      "Unites the state of this bus with that of a cluster.",
      "The state is tokens, policy and registrations. If one side is locked, both are afterwards."
          + " Tokens that one side has revoked stay revoked. The state from before stays in files"
          + " whose names end with .before-join."
    },
    footer = {
      "",
      "Example:",
      "",
      "  bub down",
      "  bub cluster join --cluster nats://127.0.0.1:4222 --node-name n1",
      "  bub up --cluster nats://127.0.0.1:4222 --node-name n1"
    })
final class ClusterJoinCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Make this the policy of the cluster.")
  private @Nullable Path policy;

  ClusterJoinCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories where = directories.resolve();
    ClusterVisit.Report report;
    try (var visit = ClusterVisit.begin(cluster, where, policy)) {
      report = visit.report();
    }
    screen.line(
        "The bus of %s and the cluster now have the same %s and %s."
            .formatted(
                where.state(),
                HumanUnits.count(report.tokens(), "token"),
                HumanUnits.count(report.agents(), "registration")));
    report.conflicts().forEach(screen::line);
    screen.hint("To run it as a node:  bub up --cluster …, with the same options");
    return ExitCodes.OK;
  }
}
