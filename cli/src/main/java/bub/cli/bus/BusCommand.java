package bub.cli.bus;

import bub.cli.serve.ServeCommand;
import picocli.CommandLine.Command;

/** {@code bub bus}: the commands for the bus itself. */
@Command(
    name = "bus",
    mixinStandardHelpOptions = true,
    description = "Runs a bus, sends and receives messages, and shows the log.",
    subcommands = {
      ServeCommand.class,
      SendCommand.class,
      RecvCommand.class,
      StatusCommand.class,
      LogCommand.class,
      WhereCommand.class
    })
public final class BusCommand {}
