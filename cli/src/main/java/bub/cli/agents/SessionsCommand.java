package bub.cli.agents;

import picocli.CommandLine.Command;

/** {@code bub sessions}: manages the agents of chats. */
@Command(
    name = "sessions",
    mixinStandardHelpOptions = true,
    description = "Lists, stops and restarts the agents of chats.",
    subcommands = {
      SessionsListCommand.class,
      SessionsShowCommand.class,
      SessionOrderCommand.Stop.class,
      SessionOrderCommand.Restart.class,
      SessionsLogsCommand.class
    })
public final class SessionsCommand {}
