package bub.cli.cluster;

import picocli.CommandLine.Command;

/** {@code bub cluster}: moves the state of a bus into a cluster and out of it. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = {
      "Moves the state of a bus into a cluster and out of it.",
      "The state is its tokens, its policy and the registrations of its lobby. The bus must be"
          + " stopped. A bus that starts with --cluster joins by itself; these commands do it"
          + " without a start, and say what happened."
    },
    subcommands = {ClusterJoinCommand.class, ClusterLeaveCommand.class})
public final class ClusterCommand {}
