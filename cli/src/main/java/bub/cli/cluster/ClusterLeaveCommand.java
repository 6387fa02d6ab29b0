package bub.cli.cluster;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.RunFiles;
import bub.cli.machine.HumanUnits;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.serve.ClusterOptions;
import bub.cli.serve.ClusterVisit;
import bub.cluster.state.SharedAgents;
import bub.cluster.state.SharedPolicy;
import bub.cluster.state.SharedTokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub cluster leave}: makes a stopped node a single bus again. */
@Command(
    name = "leave",
    mixinStandardHelpOptions = true,
    description = {
      "Makes this node a single bus again.",
      "It gets a copy of the cluster's tokens, policy and registrations, which the cluster keeps,"
          + " too. Other nodes may then serve the chats of this node; its workspaces stay here."
    },
    footer = {
      "",
      "Example:",
      "",
      "  bub down",
      "  bub cluster leave --cluster nats://127.0.0.1:4222 --node-name n1",
      "  bub up"
    })
final class ClusterLeaveCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(
      names = "--offline",
      description =
          "Leave without contact with the cluster, with the state of the last contact. The chats of"
              + " this node are not released.")
  private boolean offline;

  ClusterLeaveCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories where = directories.resolve();
    if (!SharedTokens.isMember(where.state())) {
      screen.line("The bus of " + where.state() + " is in no cluster. Nothing has changed.");
      return ExitCodes.OK;
    }
    if (offline) {
      try (var _ = RunFiles.claim(where.run())) {
        forget(where.state());
      }
      screen.line("The bus of " + where.state() + " is a single bus now.");
    } else {
      leave(where);
    }
    Path policy = SharedPolicy.copyIn(where.state());
    if (Files.exists(policy)) {
      screen.hint("To keep the policy of the cluster:  bub up --policy " + policy);
    }
    screen.hint("To run it alone:  remove --cluster from its options");
    return ExitCodes.OK;
  }

  private void leave(BubDirectories where) throws Exception {
    ClusterVisit.Report report;
    int chats;
    try (var visit = ClusterVisit.begin(cluster, where, null)) {
      report = visit.report();
      chats = visit.releaseChats();
    }
    forget(where.state());
    screen.line(
        "The bus of %s is a single bus now, with %s and %s."
            .formatted(
                where.state(),
                HumanUnits.count(report.tokens(), "token"),
                HumanUnits.count(report.agents(), "registration")));
    if (chats > 0) {
      screen.line("Other nodes may serve its chats.");
    }
  }

  private static void forget(Path state) throws Exception {
    SharedTokens.leave(state);
    SharedAgents.leave(state);
  }
}
