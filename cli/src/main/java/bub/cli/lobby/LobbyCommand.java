package bub.cli.lobby;

import picocli.CommandLine.Command;

/** {@code bub lobby}: agents by what they can do. */
@Command(
    name = "lobby",
    mixinStandardHelpOptions = true,
    description = "Finds agents by what they can do, and calls them.",
    footer = {
      "",
      "  bub lobby list                                        who is registered",
      "  bub lobby discover 'price*'                           who offers what",
      "  bub lobby call find_price --input '{\"item\":\"pen\"}'    ask whoever has least to do",
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
