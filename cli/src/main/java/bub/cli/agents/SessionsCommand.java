package bub.cli.agents;

import picocli.CommandLine.Command;

/** {@code bub sessions}: the agents that run for chats. */
@Command(
    name = "sessions",
    mixinStandardHelpOptions = true,
    description = "Shows the agents of chats, and stops or restarts them.",
    subcommands = {
      SessionsListCommand.class,
      SessionsShowCommand.class,
      SessionsStopCommand.class,
      SessionsRestartCommand.class,
      SessionsLogsCommand.class
    })
public final class SessionsCommand {}
