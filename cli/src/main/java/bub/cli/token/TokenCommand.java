package bub.cli.token;

import picocli.CommandLine.Command;

/** {@code bub token}: who may connect to this machine's bus. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    description = {
      "Makes, lists and withdraws tokens. The first one locks the bus: from then on every",
      "connection presents one. A running bus notices at once; this command line goes on working."
    },
    subcommands = {
      TokenCreateCommand.class,
      TokenListCommand.class,
      TokenRevokeCommand.class,
      TokenRotateCommand.class,
      TokenUnlockCommand.class
    })
public final class TokenCommand {}
