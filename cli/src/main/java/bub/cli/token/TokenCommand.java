package bub.cli.token;

import picocli.CommandLine.Command;

/** {@code bub token}: manages the tokens of this machine's bus. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    description = {
      "Creates, lists and revokes the tokens of a bus.",
      "The first token locks the bus: every connection must then present a token. A running"
          + " bus applies this at once. The commands of this user keep working."
    },
    subcommands = {
      TokenCreateCommand.class,
      TokenListCommand.class,
      TokenRevokeCommand.class,
      TokenRotateCommand.class,
      TokenUnlockCommand.class
    })
public final class TokenCommand {}
