package bub.cli.serve;

import bub.bus.BusLimits;
import bub.cli.option.AddressText;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.screen.TimeSpan;
import bub.lobby.LobbySettings;
import bub.protocol.Address;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options for the lobby. */
@InSection(Section.LOBBY)
final class LobbyOptions {
  @Option(
      names = "--lobby-id",
      defaultValue = "global_lobby",
      paramLabel = "ID",
      converter = AddressText.class,
      description = "Address of the lobby (default: ${DEFAULT-VALUE}).")
  private String id = "";

  @Option(
      names = "--lobby-retention",
      defaultValue = "30d",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Keep the id of an offline agent for this long (default: ${DEFAULT-VALUE}).")
  private Duration retention = Duration.ZERO;

  LobbySettings settings(BusLimits limits) {
    return new LobbySettings(
        new Address(id), retention, limits.processTimeout(), LobbySettings.standardMaxBytes());
  }
}
