package bub.cli.serve;

import bub.bus.Limits;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.cli.screen.TimeSpan;
import bub.lobby.LobbySettings;
import bub.protocol.Address;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What an operator decides about the lobby. */
final class LobbyOptions {
  @Option(
      names = "--lobby-id",
      defaultValue = "global_lobby",
      paramLabel = "ID",
      description = "What the lobby calls itself (default: ${DEFAULT-VALUE}).")
  private String id = "";

  @Option(
      names = "--lobby-retention",
      defaultValue = "30d",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "How long an agent that is offline keeps its id (default: ${DEFAULT-VALUE}).")
  private Duration retention = Duration.ZERO;

  LobbySettings settings(Limits limits) throws Refusal {
    if (!Address.isValid(id)) {
      throw new Refusal(
          ExitCodes.USAGE, "--lobby-id must be an address, without spaces: '" + id + "'");
    }
    return new LobbySettings(
        new Address(id), retention, limits.processTimeout(), LobbySettings.standardMaxBytes());
  }
}
