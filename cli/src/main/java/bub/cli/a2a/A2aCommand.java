package bub.cli.a2a;

import picocli.CommandLine.Command;

/** {@code bub a2a}: manages agents elsewhere that speak A2A. */
@Command(
    name = "a2a",
    mixinStandardHelpOptions = true,
    description = {
      "Manages remote agents that speak A2A.",
      "Each one is a peer a2a:NAME of the bus, and its skills are capabilities NAME.SKILL of the"
          + " lobby."
    },
    subcommands = {
      A2aAddCommand.class,
      A2aListCommand.class,
      A2aRemoveCommand.class,
      A2aTestCommand.class
    })
public final class A2aCommand {}
