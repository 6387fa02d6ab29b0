package bub.cli.lobby;

import picocli.CommandLine.Command;

/** {@code bub lobby}: finds agents by capability and calls them. */
@Command(
    name = "lobby",
    mixinStandardHelpOptions = true,
    description = "Finds agents by capability and calls them.",
    footer = {
      "",
      "Examples:",
      "",
      "  bub lobby list",
      "  bub lobby discover 'price*'",
      "  bub lobby call find_price --input '{\"item\":\"pen\"}'",
      "  bub lobby register --id agent:clock clock.json -- ./clock.sh"
    },
    subcommands = {
      LobbyListCommand.class,
      LobbyDiscoverCommand.class,
      LobbyShowCommand.class,
      LobbyCallCommand.class,
      LobbyRegisterCommand.class,
      LobbyDeregisterCommand.class,
      LobbyRemoveCommand.class
    })
public final class LobbyCommand {}
