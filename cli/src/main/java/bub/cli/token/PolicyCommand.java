package bub.cli.token;

import picocli.CommandLine.Command;

/** {@code bub policy}: explains the message policy of this machine's bus. */
@Command(
    name = "policy",
    mixinStandardHelpOptions = true,
    description = "Explains which messages the bus allows.",
    subcommands = PolicyExplainCommand.class)
public final class PolicyCommand {}
